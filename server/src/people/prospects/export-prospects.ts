import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { Cell } from '../../platform/csv.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { ExportFile } from '../../platform/export-file.ts'
import { inOrder, sortedSegments } from '../../platform/list-order.ts'
import { PackedIds } from '../../platform/packed-ids.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { ProspectDependencies } from './prospect-dependencies.ts'
import { namedCondition, prospectCondition, type FilterOf, type ProspectKind } from './prospect-filter.ts'
import { prospectSegments, type SortOf } from './prospect-order.ts'
import { prospectsByIds, type CompanyRow, type PersonRow, type RowOf } from './prospect-page.ts'

const A_BATCH = 500
const SNAPSHOT_MS_MAX = 120_000

export interface ProspectExportRequest<Kind extends ProspectKind> {
  kind: Kind
  projectId: string
  filter: FilterOf[Kind]
  /** Only these of those that pass the filter. */
  ids?: readonly string[] | undefined
  sortBy: SortOf[Kind]
  sortOrder: 'asc' | 'desc'
}

type Exported<Kind extends ProspectKind> = RowOf[Kind] & { status: string | null }
type CellsOf<Kind extends ProspectKind> = Record<string, (row: Exported<Kind>) => Cell>

const COMMON_CELLS: Record<string, (row: (PersonRow | CompanyRow) & { status: string | null }) => Cell> = {
  intent_signals: (row) => row.intent_signals.map(({ intent_signal }) => intent_signal).join('\n'),
  posts: (row) => row.posts,
  last_posted_at: (row) => row.last_posted_at,
  status: (row) => row.status,
  deleted: (row) => row.deleted,
  created_at: (row) => row.created_at,
}

const PERSON_CELLS: CellsOf<'person'> = {
  id: (row) => row.id,
  name: (row) => row.name,
  person_title: (row) => valueOf(row, 'person_title'),
  company_name: (row) => valueOf(row, 'company_name'),
  location: (row) => valueOf(row, 'location'),
  website: (row) => valueOf(row, 'website'),
  email: (row) => valueOf(row, 'email'),
  platforms: (row) => row.platforms.join('\n'),
  profiles: ({ profiles }) => profiles.map(({ url, handle }) => url ?? handle).join('\n'),
  ...COMMON_CELLS,
}

const COMPANY_CELLS: CellsOf<'company'> = {
  id: (row) => row.id,
  name: (row) => row.name,
  domain: (row) => valueOf(row, 'domain'),
  industry: (row) => valueOf(row, 'industry'),
  location: (row) => valueOf(row, 'location'),
  employees: (row) => valueOf(row, 'employees'),
  description: (row) => valueOf(row, 'description'),
  platforms: (row) => row.platforms.join('\n'),
  people: (row) => row.people,
  ...COMMON_CELLS,
}

const CELLS: { [Kind in ProspectKind]: CellsOf<Kind> } = { person: PERSON_CELLS, company: COMPANY_CELLS }
const WHAT: Record<ProspectKind, string> = { person: 'people', company: 'companies' }

function valueOf({ fields }: PersonRow | CompanyRow, field: string): string | null {
  return fields[field]?.value ?? null
}

/**
 * All or the named people or companies of the project that pass the filter, in the order asked for. Which they are is
 * settled at once. Their data is read some hundreds at a time, each in its own transaction, so that a long export holds
 * nothing open and repeats nobody.
 */
export async function startProspectExport<Kind extends ProspectKind>(
  { db, clock }: Pick<ProspectDependencies, 'db' | 'clock'>,
  actor: Actor,
  { kind, projectId, filter, ids: named, sortBy, sortOrder }: ProspectExportRequest<Kind>,
): Promise<ExportFile<Exported<Kind>>> {
  requirePermission(actor, 'lead.export')
  const place = { organizationId: actor.organizationId, projectId }
  const passing = prospectCondition(kind, place, filter)
  const condition = named ? sql<boolean>`${passing} and ${namedCondition(kind, place, named)}` : passing
  const segments = prospectSegments(kind, place, { condition, sortBy, sortOrder, after: undefined })
  const { project, ids } = await db.transaction(organizationScope(place.organizationId), async (tx) => {
    await limitStatements(tx, SNAPSHOT_MS_MAX)
    const project = await requireProject(tx, actor, projectId)
    // `pg_current_xact_id` makes the transaction count as having written, so that the export is audited.
    const { rows } = await sql<{ ids: Uint8Array | null }>`
      with ${sortedSegments(segments, sql.ref(`${kind}.id`), null)}
      select string_agg(uuid_send(id), ''::bytea order by ${inOrder('sorted', sortOrder)}) as ids, pg_current_xact_id()
      from sorted`.execute(tx)
    const ids = new PackedIds(rows[0]?.ids ?? new Uint8Array())
    nameTarget({ [WHAT[kind]]: String(ids.count) })
    return { project, ids }
  })
  const cells = CELLS[kind]
  return {
    projectName: project.name,
    what: WHAT[kind],
    startedAt: clock.now(),
    heading: Object.keys(cells),
    batches: readBatches(db, { kind, place, ids }),
    cellsOf: (row) => Object.values(cells).map((cellOf) => cellOf(row)),
    jsonOf: (row) => row,
  }
}

async function* readBatches<Kind extends ProspectKind>(
  db: Db,
  { kind, place, ids }: { kind: Kind; place: ProjectIds; ids: PackedIds },
): AsyncGenerator<Exported<Kind>[]> {
  for (let from = 0; from < ids.count; from += A_BATCH) {
    const batch = ids.slice(from, from + A_BATCH)
    yield await db.transaction(organizationScope(place.organizationId), async (tx) => {
      const { rows } = await prospectsByIds(kind, place, batch).execute(tx)
      const names = await selectStatusNames(tx, place)
      return rows.map((row) => {
        const status = row.status_config_id === null ? null : (names.get(row.status_config_id) ?? null)
        return { ...row, status }
      })
    })
  }
}

async function selectStatusNames(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from lead_status_view lead_status where organization_id = ${organizationId} and project_id = ${projectId}`.execute(
    tx,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
