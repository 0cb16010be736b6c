import { LEADS_COUNTED_MAX, LEADS_PER_PAGE_DEFAULT } from '@leadlight/domain/leads'
import { reaches, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { cursorInvalid, totalOf, type ListTotal } from '../../platform/list-cursor.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findSortKey } from './find-sort-key.ts'
import { readCursor, writeCursor, type LeadOrder } from './lead-cursor.ts'
import type { LeadDependencies } from './lead-dependencies.ts'
import { leadCondition, type LeadFilter } from './lead-filter.ts'
import { sortKind } from './lead-order.ts'
import { leadPage, readPage, type LeadPageRequest, type SelectedLeads, type SignalWords } from './lead-page.ts'
import { countLeads, type LeadRow } from './lead-store.ts'
import { checkFilterColumns } from './require-filter-columns.ts'

/** One more than is shown, so that a list of exactly as many does not count as capped. */
const COUNTED_MAX = LEADS_COUNTED_MAX + 1

export interface LeadListRequest extends LeadOrder {
  projectId: string
  filter: LeadFilter
  limit?: number | undefined
  skip?: number | undefined
  cursor?: string | undefined
}

export interface LeadPage extends ListTotal {
  leads: LeadRow[]
  /** The wording of every signal in the leads, by id. */
  signalTexts: ReadonlyMap<string, SignalWords>
  nextCursor: string | null
}

/**
 * One page of the project's leads that pass the filter. A later page starts at its cursor at the same cost at any
 * depth, and repeats the total that the first page counted, up to 10,000.
 */
export async function listLeads(
  { db }: Pick<LeadDependencies, 'db'>,
  actor: Actor,
  request: LeadListRequest,
): Promise<LeadPage> {
  const { filter, limit = LEADS_PER_PAGE_DEFAULT, skip = 0 } = request
  if (request.cursor !== undefined && skip > 0) throw cursorInvalid()
  const key = await findSortKey(db, actor, request)
  await checkFilterColumns(db, actor, request.projectId, filter)
  const cursor = request.cursor === undefined ? undefined : readCursor(request, sortKind(key), request.cursor)
  const condition = leadCondition(actor.organizationId, request.projectId, filter)
  const countMax = cursor ? undefined : COUNTED_MAX
  const { organizationId } = actor
  const page = { ...request, organizationId, key, after: cursor?.after, skip, limit, countMax }
  const { rows, count, signalTexts } = await selectLeads(db, actor, condition, page)
  const total = cursor ?? totalOf(count ?? rows.length, LEADS_COUNTED_MAX)
  const leads = rows.slice(0, limit)
  const last = rows.length > limit ? leads.at(-1) : undefined
  const after = last && { value: last.sort_value, id: last.id }
  const nextCursor = after ? writeCursor(request, { ...totalOnly(total), after }) : null
  return { leads, signalTexts, nextCursor, ...totalOnly(total) }
}

/** A lead proves that its project exists in the actor's organization, so only an empty page checks the project. */
async function selectLeads(db: Db, actor: Actor, condition: Condition, page: LeadPageRequest): Promise<SelectedLeads> {
  const scope = organizationScope(actor.organizationId)
  const rows = reaches(actor, page.projectId) ? await db.read(scope, leadPage(condition, page)) : []
  if (rows.length > 0) return readPage(rows)
  return db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, page.projectId)
    const count = page.skip > 0 ? await countLeads(tx, condition, COUNTED_MAX) : 0
    return { rows: [], count, signalTexts: new Map() }
  })
}

function totalOnly({ total, totalCapped }: ListTotal): ListTotal {
  return { total, totalCapped }
}
