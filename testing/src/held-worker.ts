import type { Checkpoint } from '@leadlight/server/platform/checkpoint'

export interface HeldWorker {
  checkpoint: Checkpoint
  /** From now on, a worker that reaches this point of a search waits there. */
  pauseAt(name: string): void
  /** Whether a worker waits there. */
  hasArrived(): boolean
  /** Releases the waiting worker, and lets all later ones pass. */
  release(): void
  /** Whether a worker has since found that a search has nothing left to do. */
  isOver(): boolean
}

/** Holds search workers at a point between two steps, while the test changes what they work on. */
export function createHeldWorker(): HeldWorker {
  let pausedAt: string | undefined
  let [hasArrived, isOver] = [false, false]
  let gate = Promise.withResolvers<void>()
  return {
    async checkpoint(name) {
      if (name === 'over') isOver = true
      if (name !== pausedAt) return
      hasArrived = true
      await gate.promise
    },
    pauseAt(name) {
      pausedAt = name
      hasArrived = false
      isOver = false
      gate = Promise.withResolvers()
    },
    hasArrived: () => hasArrived,
    release() {
      pausedAt = undefined
      gate.resolve()
    },
    isOver: () => isOver,
  }
}
