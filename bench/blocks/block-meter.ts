import process from 'node:process'

/** The longest time that this thread computed without letting others in. */
export interface BlockMeter {
  /** In milliseconds, since the last call of `reset`. */
  longestMs(): number
  reset(): void
  stop(): void
}

/**
 * Measures by the thread's own processor time between two turns of its event loop, so that neither a busy machine nor
 * waiting counts. A turn may hold several short pieces of work, which then count as one.
 */
export function startBlockMeter(): BlockMeter {
  let turnedAtMs = processorMs()
  let longest = 0
  const turn = () => {
    const nowMs = processorMs()
    longest = Math.max(longest, nowMs - turnedAtMs)
    turnedAtMs = nowMs
  }
  const ticking = setInterval(turn, 1)
  return {
    longestMs() {
      turn()
      return longest
    },
    reset() {
      turnedAtMs = processorMs()
      longest = 0
    },
    stop: () => clearInterval(ticking),
  }
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
