import { LEADS_COUNTED_MAX, LEADS_PER_PAGE_DEFAULT } from '@leadlight/domain/leads'
import type { Actor } from '../platform/actor.ts'
import type { Tx } from '../platform/db.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import { listSignalTexts } from '../signals/list-signal-texts.ts'
import { cursorInvalid, readCursor, writeCursor, type LeadOrder, type LeadTotal } from './lead-cursor.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { leadCondition, type Condition, type LeadFilter } from './lead-filter.ts'
import { countLeads, selectLeads, type LeadRow } from './lead-store.ts'

export interface LeadListRequest extends LeadOrder {
  projectId: string
  filter: LeadFilter
  limit?: number | undefined
  skip?: number | undefined
  cursor?: string | undefined
}

export interface LeadPage extends LeadTotal {
  leads: LeadRow[]
  /** The wording of every signal the leads name, by id. */
  signalTexts: ReadonlyMap<string, string>
  nextCursor: string | null
}

/**
 * One page of the project's leads that pass the filter. A page after the first goes on from its cursor at the same cost
 * however deep it lies, and repeats the total that the first page counted, up to 10,000.
 */
export function listLeads(
  { db }: Pick<LeadDependencies, 'db'>,
  actor: Actor,
  request: LeadListRequest,
): Promise<LeadPage> {
  const { projectId, filter, limit = LEADS_PER_PAGE_DEFAULT, skip = 0 } = request
  if (request.cursor !== undefined && skip > 0) throw cursorInvalid()
  const cursor = request.cursor === undefined ? undefined : readCursor(request, request.cursor)
  return db.transaction(organizationScope(actor.organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const condition = leadCondition(actor.organizationId, projectId, filter)
    const rows = await selectLeads(tx, condition, { ...request, after: cursor?.after, skip, limit: limit + 1 })
    const leads = rows.slice(0, limit)
    const hasMore = rows.length > limit
    const total = cursor ?? (skip === 0 && !hasMore ? totalOf(rows.length) : await count(tx, condition))
    const signalTexts = await listSignalTexts(
      tx,
      actor.organizationId,
      leads.flatMap((lead) => lead.signal_ids),
    )
    const last = hasMore ? leads.at(-1) : undefined
    const after = last && { value: last[request.sortBy], id: last.id }
    const nextCursor = after ? writeCursor(request, { ...totalOnly(total), after }) : null
    return { leads, signalTexts, nextCursor, ...totalOnly(total) }
  })
}

async function count(tx: Tx, condition: Condition): Promise<LeadTotal> {
  return totalOf(await countLeads(tx, condition, LEADS_COUNTED_MAX + 1))
}

function totalOf(counted: number): LeadTotal {
  return { total: Math.min(counted, LEADS_COUNTED_MAX), totalCapped: counted > LEADS_COUNTED_MAX }
}

function totalOnly({ total, totalCapped }: LeadTotal): LeadTotal {
  return { total, totalCapped }
}
