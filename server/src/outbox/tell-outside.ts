import { readEvents } from '../events/read-events.ts'
import type { Db, Tx } from '../platform/db.ts'
import { organizationScope, schedulerScope } from '../platform/scopes.ts'
import { happeningOf, type Happening } from './happenings.ts'
import { moveReader, selectUnread, takeReader, type ReaderPlace } from './reader-store.ts'

const PROJECTS_AT_ONCE = 50
const EVENTS_AT_ONCE = 200

export type { ReaderPlace }

/** One way out of the installation, such as webhooks. */
export interface Outlet {
  /** Puts down what is to be sent of it, in the transaction that counts it as read. Sends nothing. */
  queue(tx: Tx, place: ReaderPlace, happenings: readonly Happening[]): Promise<void>
}

export interface OutboxDependencies {
  db: Db
  outlets: readonly Outlet[]
}

/**
 * Reads what has happened since the last call in every project that somebody outside listens to, and gives it to the outlets.
 * Each event is given exactly once, also where a process dies or several read at a time. Answers whether there may be more.
 */
export async function tellOutside(deps: OutboxDependencies): Promise<boolean> {
  const unread = await deps.db.transaction(schedulerScope(), (tx) => selectUnread(tx, PROJECTS_AT_ONCE))
  let isMore = unread.length === PROJECTS_AT_ONCE
  for (const place of unread) isMore = (await tellOf(deps, place)) || isMore
  return isMore
}

function tellOf({ db, outlets }: OutboxDependencies, place: ReaderPlace): Promise<boolean> {
  const { organizationId, projectId } = place
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const afterId = await takeReader(tx, place)
    if (afterId === undefined) return false
    const events = await readEvents(tx, organizationId, { projectId, afterId, limit: EVENTS_AT_ONCE })
    const last = events.at(-1)
    if (!last) return false
    const happenings = events.map(happeningOf).filter((happening) => happening !== undefined)
    for (const outlet of outlets) await outlet.queue(tx, place, happenings)
    await moveReader(tx, place, last.id)
    return events.length === EVENTS_AT_ONCE
  })
}
