import type { ProjectIds } from '../../platform/actor.ts'
import { readEvents, type EmittedEvent } from '../../core/events/read-events.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope, schedulerScope } from '../../platform/scopes.ts'
import { toOutboxEvent, type OutboxEvent } from './outbox-events.ts'
import { moveReader, selectUnread, takeReader } from '../../core/events/readers.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'
const PROJECTS_AT_ONCE = 50
const EVENTS_AT_ONCE = 200
/** Each may become a message for every one of a project's webhooks and channels, in one transaction. */
const LEADS_AT_ONCE = 200

/** One kind of subscriber outside the installation, such as webhooks. */
export interface Subscriber {
  /** Queues the messages these events become, in the transaction that counts them as read. Sends nothing. */
  queue(tx: Tx, position: ProjectIds, events: readonly OutboxEvent[]): Promise<void>
}

export interface OutboxDependencies {
  db: Db
  subscribers: readonly Subscriber[]
  /** Called with a project that could not be read. Without it, the failure is thrown once all others have been read. */
  onFailure?: (position: ProjectIds, error: unknown) => void
  /** Whether to skip a project this time. */
  isResting?: (position: ProjectIds) => boolean
}

/**
 * Reads the events since the last call in every project with subscribers outside, and passes them to the outlets. Each
 * event is passed exactly once, even where a process dies or several read at once. A project that cannot be read delays
 * no other. Resolves with whether there may be more.
 */
export async function deliverEvents(deps: OutboxDependencies): Promise<boolean> {
  const failures: unknown[] = []
  const { onFailure = (_place, error) => failures.push(error) } = deps
  let isMore = false
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const from: string = after
    const page = { after: from, limit: PROJECTS_AT_ONCE }
    const unread = await deps.db.transaction(schedulerScope(), (tx) => selectUnread(tx, page))
    after = unread.length < PROJECTS_AT_ONCE ? undefined : unread.at(-1)?.projectId
    for (const position of unread) {
      if (deps.isResting?.(position)) continue
      try {
        isMore = (await tellOf(deps, position)) || isMore
      } catch (error) {
        onFailure(position, error)
        // Searches on behind it: where the database itself failed, that fails too, and at once.
        after = position.projectId
        break
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Not all projects could be read.')
  return isMore
}

function tellOf({ db, subscribers }: OutboxDependencies, position: ProjectIds): Promise<boolean> {
  const { organizationId, projectId } = position
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const afterId = await takeReader(tx, position)
    if (afterId === undefined) return false
    const unread = await readEvents(tx, organizationId, { projectId, afterId, limit: EVENTS_AT_ONCE })
    const events = fewLeads(unread)
    const last = events.at(-1)
    if (!last) return false
    const happenings = events.map(toOutboxEvent).filter((happening) => happening !== undefined)
    for (const outlet of subscribers) await outlet.queue(tx, position, happenings)
    await moveReader(tx, position, last.id)
    return events.length < unread.length || unread.length === EVENTS_AT_ONCE
  })
}

/** The first of the events, one at least, that together name no more leads than the limit. */
function fewLeads(events: readonly EmittedEvent[]): EmittedEvent[] {
  let leads = 0
  const end = events.findIndex(({ payload }, at) => {
    leads += payload && 'lead_ids' in payload ? (payload.lead_ids?.length ?? 0) : 0
    return at > 0 && leads > LEADS_AT_ONCE
  })
  return end === -1 ? [...events] : events.slice(0, end)
}
