import type { Clock } from '../../../platform/clock.ts'

/** Between the end of one request to a host and the next. */
const PAUSE_MS = 1_000
/** What a host may ask for; one that asks for more is asked no faster than this. */
const PAUSE_MAX_MS = 10_000
/** So many hosts are remembered before those whose pause is over are let go. */
const HOSTS_MAX = 1_000

interface Turns {
  last: Promise<unknown>
  waiting: number
  freeAtMs: number
}

export interface HostTurns {
  /** Does `ask` when it is this host's turn: one at a time, with a pause between. */
  take<T>(
    host: string,
    ask: () => Promise<T>,
    options: { signal: AbortSignal; pauseMs?: number | undefined },
  ): Promise<T>
}

/** Keeps one process from asking a host twice at once, or without a pause. */
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
