import { CHANGED_LEADS_MAX, type Changed, type ChangedPart } from '@leadlight/contract/changed'
import { Id } from '@leadlight/contract/shapes'
import type { EmitChange } from '../../platform/changes.ts'
import { notifyAfterCommit } from '../../platform/db.ts'
import type { AskedChange } from '../../platform/http.ts'
import { EVENTS_KEPT_MS } from './announce.ts'
import { ANY_EVENT_TOPIC, appendEvents, topicOf } from './event-store.ts'

const OF_LEADS: ReadonlySet<ChangedPart> = new Set(['leads', 'notes', 'drafts'])

/**
 * Emits what the endpoint declares that it changes to a project's listeners, in the transaction that changes it: one
 * event, with nothing but ids. So no verb has to; what concerns one account alone says so itself.
 */
export function emitChange({ endpoint, params, body, origin, at }: AskedChange): EmitChange | undefined {
  const { emits: what } = endpoint
  if (what === null) return undefined
  // Such an endpoint names its project in the path, as `projectId` or, if it is the project's own, as `id`.
  const { projectId, id } = params as { projectId?: string; id?: string }
  const payload: Changed = {
    type: 'changed',
    what,
    lead_ids: OF_LEADS.has(what) ? leadsOf(projectId === undefined ? undefined : id, body) : null,
    origin: Id.safeParse(origin).data ?? null,
  }
  const place = projectId ?? id
  if (place === undefined) throw new Error(`${endpoint.name} tells of a change and names no project.`)
  const keptSince = new Date(at.getTime() - EVENTS_KEPT_MS)
  return ({ organizationId, onlyFor }) => {
    notifyAfterCommit(topicOf(place))
    notifyAfterCommit(ANY_EVENT_TOPIC)
    return appendEvents(organizationId, { projectId: place, payload, onlyFor, at, keptSince })
  }
}

/** The leads in the path or the body, if they are few. */
function leadsOf(id: string | undefined, body: unknown): string[] | null {
  if (id !== undefined) return [id]
  const { lead_ids: ids } = body as { lead_ids?: string[] }
  return ids && ids.length <= CHANGED_LEADS_MAX ? ids : null
}
