import { CHANGED_LEADS_MAX, type Changed, type ChangedPart } from '@leadlight/contract/changed'
import { Id } from '@leadlight/contract/shapes'
import type { EmitChange } from '../../platform/changes.ts'
import { notifyAfterCommit } from '../../platform/db.ts'
import type { AskedChange } from '../../platform/http.ts'
import { EVENTS_KEPT_MS } from './announce.ts'
import { ANY_EVENT_TOPIC, appendEvents, topicOf } from './event-store.ts'

const OF_LEADS: ReadonlySet<ChangedPart> = new Set(['leads', 'notes', 'drafts'])

/**
 * Tells a project's listeners of what the endpoint says it changes, in the transaction that changes it: one event for each,
 * with ids and nothing else. So no verb has to say; what concerns one account alone says so itself (`limitAudience`).
 */
export function emitChange({ endpoint, params, body, origin, at }: AskedChange): EmitChange | undefined {
  const { emits: what } = endpoint
  if (what === null) return undefined
  // An endpoint that tells names its project in the path, as `projectId` or, where it is the project's own, as `id`.
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

/** Those that the path or the body names, if they are few. */
function leadsOf(id: string | undefined, body: unknown): string[] | null {
  if (id !== undefined) return [id]
  const { lead_ids: ids } = body as { lead_ids?: string[] }
  return ids && ids.length <= CHANGED_LEADS_MAX ? ids : null
}
