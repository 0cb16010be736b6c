import type { Clock } from '../../../platform/clock.ts'

/** The pause between two requests to a host. */
const PAUSE_MS = 1_000
/** The longest pause a host may ask for. */
const PAUSE_MAX_MS = 10_000
/** How many hosts are remembered before those whose pause is over are dropped. */
const HOSTS_MAX = 1_000

interface Turns {
  last: Promise<unknown>
  waiting: number
  freeAtMs: number
}

export interface HostTurns {
  /** Runs `ask` when it is this host's turn: one at a time, with a pause between. */
  take<T>(
    host: string,
    ask: () => Promise<T>,
    options: { signal: AbortSignal; pauseMs?: number | undefined },
  ): Promise<T>
}

/** Keeps one process from asking a host twice at once or without a pause. */
export function createHostTurns(clock: Clock): HostTurns {
  const hosts = new Map<string, Turns>()

  function turnsOf(host: string): Turns {
    const known = hosts.get(host)
    if (known) return known
    const nowMs = clock.now().getTime()
    if (hosts.size >= HOSTS_MAX) {
      for (const [other, { waiting, freeAtMs }] of hosts) if (waiting === 0 && freeAtMs <= nowMs) hosts.delete(other)
    }
    const turns: Turns = { last: Promise.resolve(), waiting: 0, freeAtMs: 0 }
    hosts.set(host, turns)
    return turns
  }

  return {
    async take(host, ask, { signal, pauseMs = PAUSE_MS }) {
      const turns = turnsOf(host)
      const before = turns.last
      const { promise: mine, resolve: handOn } = Promise.withResolvers<undefined>()
      turns.last = mine
      turns.waiting += 1
      try {
        await before
        const waitMs = turns.freeAtMs - clock.now().getTime()
        if (waitMs > 0) await clock.sleep(waitMs, signal)
        signal.throwIfAborted()
        return await ask()
      } finally {
        turns.freeAtMs = clock.now().getTime() + Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MS, pauseMs))
        turns.waiting -= 1
        handOn(undefined)
      }
    },
  }
}
