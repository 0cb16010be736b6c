import { COSTS, type Endpoint } from '@leadlight/contract/endpoint'
import type { Context } from 'hono'
import type { Caller } from './actor.ts'
import { costOf } from './admission.ts'

/** How many heavy reads of one organization a process works on at once. More would only make everybody else wait. */
export const HEAVY_AT_ONCE = 2

/** Work of many groups of which each has a few at once; what is more of a group waits in its order. */
export interface Turns {
  take<Result>(group: string, work: () => Promise<Result>): Promise<Result>
}

export function createTurns(atOnce: number): Turns {
  const groups = new Map<string, { running: number; waiting: (() => void)[] }>()
  return {
    async take(group, work) {
      const own = groups.get(group) ?? { running: 0, waiting: [] }
      groups.set(group, own)
      // Whoever ends hands its place on, so it is still counted.
      if (own.running === atOnce) await new Promise<void>((begin) => own.waiting.push(begin))
      else own.running += 1
      try {
        return await work()
      } finally {
        const next = own.waiting.shift()
        if (next) next()
        else own.running -= 1
        if (own.running === 0) groups.delete(group)
      }
    },
  }
}

const turns = createTurns(HEAVY_AT_ONCE)

/**
 * Does a call's work: at once, or for a text search or sums over all leads when its organization has its turn, so that
 * one with many at once does not keep the others waiting. Of a client that has hung up meanwhile nothing is done.
 */
export function inTurn<Result>(
  c: Context,
  { endpoint, caller }: { endpoint: Endpoint; caller: Caller | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  const cost = costOf(c, endpoint)
  const isHeavyRead = cost === COSTS.search || cost === COSTS.sums
  const organizationId = caller?.membership?.organizationId
  if (!isHeavyRead || organizationId === undefined) return work()
  return turns.take(organizationId, () => {
    c.req.raw.signal.throwIfAborted()
    return work()
  })
}
