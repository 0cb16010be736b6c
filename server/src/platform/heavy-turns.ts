import { COSTS, type Endpoint } from '@leadlight/contract/endpoint'
import type { Context } from 'hono'
import type { Caller } from './actor.ts'
import { costOf } from './admission.ts'
import type { Clock } from './clock.ts'

/** How many heavy reads of one organization a process works on at once. More would only make everybody else wait. */
export const HEAVY_AT_ONCE = 2
/** Whoever made a call this long ago may make the next one any moment. */
export const ACTIVE_MS = 10_000
/** Beside others a group works this much of the time. */
export const SHARE = 0.5
/** What a group that has rested may do beyond its share, so that a page with several sums waits for nothing. */
export const BURST_MS = 250
/** However long a read took, the next one of its group waits no longer. */
export const REST_MS_MAX = 1_000

/** Work of many groups, of which none takes the machine from the others, nor one of a group's callers all its turns. */
export interface Turns {
  /** Hears that a group is at work with something that takes no turn. */
  note(group: string): void
  /**
   * Does the work in the group's turn. While no other group is at work, that is a few at once. Beside others, a group
   * that has done its burst rests after each piece of work as its length says. Its callers take turns with what waits.
   */
  take<Result>(group: string, caller: string, work: () => Promise<Result>): Promise<Result>
}

interface Group {
  name: string
  running: number
  /** By caller, whose turn it is next first. */
  waiting: Map<string, (() => void)[]>
  isResting: boolean
  /** When its rest ends. It lies before now by what is left of the burst. */
  restedAtMs: number
}

export function createTurns(clock: Clock): Turns {
  const groups = new Map<string, Group>()
  const nowMs = () => clock.now().getTime()
  const { note, isAlone } = createPresence(nowMs)

  /** Infinity where only the end of other work of the group can change it. */
  function waitMsOf({ name, running, restedAtMs }: Group): number {
    if (running === HEAVY_AT_ONCE) return Infinity
    if (isAlone(name)) return 0
    const dueMs = restedAtMs - nowMs()
    // Two at once out of the first half of the burst alone: they may find both of a machine's processors.
    if (running > 0) return dueMs <= -BURST_MS / SHARE / 2 ? 0 : Infinity
    return Math.max(0, dueMs)
  }

  function begin(group: Group): void {
    // Each time anew, as a clock that was set back moves the end of the rest away by as much.
    group.restedAtMs = Math.min(group.restedAtMs, nowMs() + (isAlone(group.name) ? 0 : REST_MS_MAX))
    while (group.waiting.size > 0 && !group.isResting) {
      const waitMs = waitMsOf(group)
      if (waitMs === Infinity) return
      if (waitMs > 0) return void rest(group, waitMs)
      group.running += 1
      takeNext(group.waiting)?.()
    }
  }

  async function rest(group: Group, ms: number): Promise<void> {
    group.isResting = true
    await clock.sleep(ms)
    group.isResting = false
    begin(group)
  }

  function end(group: Group, beganMs: number): void {
    const now = nowMs()
    group.restedAtMs = Math.max(group.restedAtMs, beganMs - BURST_MS / SHARE) + (now - beganMs) / SHARE
    group.running -= 1
    begin(group)
    for (const { name, running, waiting, restedAtMs } of groups.values()) {
      if (running + waiting.size === 0 && restedAtMs <= now - BURST_MS / SHARE) groups.delete(name)
    }
  }

  return {
    note,
    async take(name, caller, work) {
      note(name)
      const group = groups.get(name) ?? createGroup(name)
      groups.set(name, group)
      await new Promise<void>((resolve) => {
        const own = group.waiting.get(caller) ?? []
        own.push(resolve)
        group.waiting.set(caller, own)
        begin(group)
      })
      const beganMs = nowMs()
      try {
        return await work()
      } finally {
        end(group, beganMs)
      }
    },
  }
}

function createGroup(name: string): Group {
  return { name, running: 0, waiting: new Map(), isResting: false, restedAtMs: -Infinity }
}

/** The next one's first work; then it is everybody else's turn before theirs again. */
function takeNext(waiting: Group['waiting']): (() => void) | undefined {
  const [first] = waiting
  if (!first) return undefined
  const [caller, own] = first
  const next = own.shift()
  waiting.delete(caller)
  if (own.length > 0) waiting.set(caller, own)
  return next
}

/** Who was at work lately: the last group and the last other one say it of every group. */
function createPresence(nowMs: () => number) {
  let last = { name: '', atMs: -Infinity }
  let other = last
  return {
    note: (name: string): void => {
      if (last.name !== name) other = last
      last = { name, atMs: nowMs() }
    },
    // A time to come is from before the clock was set back.
    isAlone: (name: string) => Math.abs(nowMs() - (last.name === name ? other : last).atMs) > ACTIVE_MS,
  }
}

/**
 * Does a call's work: at once, or for a text search or sums over all leads when its organization has its turn, so that
 * one with many at once does not keep the others waiting. Of a client that has hung up meanwhile nothing is done.
 */
export function inTurn<Result>(
  turns: Turns,
  { c, endpoint, caller }: { c: Context; endpoint: Endpoint; caller: Caller | undefined },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!caller?.membership) return work()
  const { organizationId } = caller.membership
  const cost = costOf(c, endpoint)
  // Not by the cost alone: a change of many costs as much as sums.
  if (endpoint.audit !== false || (cost !== COSTS.search && cost !== COSTS.sums)) {
    turns.note(organizationId)
    return work()
  }
  return turns.take(organizationId, caller.userId, () => {
    c.req.raw.signal.throwIfAborted()
    return work()
  })
}
