import { LEADS_COUNTED_MAX, LEADS_PER_PAGE_DEFAULT } from '@leadlight/domain/leads'
import { sql } from 'kysely'
import { reaches, type Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import {
  cursorInvalid,
  narrowing,
  readPositionCursor,
  totalOf,
  writePositionCursor,
  type ListTotal,
} from '../../platform/list-cursor.ts'
import type { Condition } from '../../platform/list-filter.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { prospectCondition, type FilterOf, type ProspectKind } from './prospect-filter.ts'
import { sortKind, type SortOf } from './prospect-order.ts'
import { prospectPage, type PageRow, type ProspectPageRequest, type RowOf } from './prospect-page.ts'

/** One more than is shown, so that a list of exactly as many is not called capped. */
const COUNTED_MAX = LEADS_COUNTED_MAX + 1

export interface ProspectListRequest<Kind extends ProspectKind> {
  kind: Kind
  projectId: string
  filter: FilterOf[Kind]
  sortBy: SortOf[Kind]
  sortOrder: 'asc' | 'desc'
  limit?: number | undefined
  skip?: number | undefined
  cursor?: string | undefined
}

export interface ProspectList<Kind extends ProspectKind> extends ListTotal {
  rows: RowOf[Kind][]
  nextCursor: string | null
}

/**
 * One page of the project's people or companies that pass the filter. A later page costs the same however deep it is.
 * It continues from its cursor and repeats the total that the first page counted, up to 10,000.
 */
export async function listProspects<Kind extends ProspectKind>(
  { db }: { db: Db },
  actor: Actor,
  request: ProspectListRequest<Kind>,
): Promise<ProspectList<Kind>> {
  const { kind, projectId, filter, sortBy, sortOrder, limit = LEADS_PER_PAGE_DEFAULT, skip = 0 } = request
  if (request.cursor !== undefined && skip > 0) throw cursorInvalid()
  const identity = [kind, projectId, sortBy, sortOrder, narrowing(filter)]
  const cursor =
    request.cursor === undefined ? undefined : readPositionCursor(identity, sortKind(sortBy), request.cursor)
  const condition = prospectCondition(kind, { organizationId: actor.organizationId, projectId }, filter)
  const countMax = cursor ? undefined : COUNTED_MAX
  const page = { sortBy, sortOrder, after: cursor?.after, skip, limit, countMax, condition }
  const { rows, count } = await selectPage(db, actor, { kind, projectId }, page)
  const { total, totalCapped } = cursor ?? totalOf(count ?? rows.length, LEADS_COUNTED_MAX)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const after = last && { value: last.sort_value, id: last.id }
  const nextCursor = after ? writePositionCursor(identity, { total, totalCapped, after }) : null
  return { rows: shown, nextCursor, total, totalCapped }
}

interface Selected<Kind extends ProspectKind> {
  /** One more than `limit` if the list continues. */
  rows: PageRow<Kind>[]
  count: number | undefined
}

/** A row proves that its project exists and is the actor's organization's, so only an empty page checks the project. */
async function selectPage<Kind extends ProspectKind>(
  db: Db,
  actor: Actor,
  { kind, projectId }: { kind: Kind; projectId: string },
  page: ProspectPageRequest & { condition: Condition },
): Promise<Selected<Kind>> {
  const { organizationId } = actor
  const scope = organizationScope(organizationId)
  const statement = prospectPage(kind, { organizationId, projectId }, page)
  const rows = reaches(actor, projectId) ? await db.read(scope, statement) : []
  const [first] = rows
  if (first) return { rows, count: first.page_count === null ? undefined : Number(first.page_count) }
  return db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, projectId)
    if (page.skip === 0) return { rows, count: 0 }
    const { rows: counted } = await sql<{ count: string }>`
      select count(*) as count from (
        select from ${sql.table(kind)} where ${page.condition} limit ${COUNTED_MAX}) counted`.execute(tx)
    return { rows, count: Number(counted[0]?.count ?? 0) }
  })
}
