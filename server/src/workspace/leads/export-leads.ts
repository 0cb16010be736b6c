import type { exportLeads } from '@leadlight/contract/lead-work'
import type { BodyOf } from '@leadlight/contract/endpoint'
import type { DraftType } from '@leadlight/domain/drafts'
import { levelOrNull, scoreOrNull } from '@leadlight/domain/scoring'
import { findPeople, nameOf, type Person } from '../../core/accounts/find-people.ts'
import { limitStatements } from '../../platform/limit-statements.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget } from '../../platform/changes.ts'
import type { PackedIds } from '../../platform/packed-ids.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import type { ExportColumn, ExportedLead } from './exported-lead.ts'
import { countAsChange, selectColumns, selectExported, selectLeadIds } from './export-store.ts'
import { findSortKey } from './find-sort-key.ts'
import type { LeadOrder } from './lead-cursor.ts'
import type { LeadChangeDependencies } from './lead-dependencies.ts'
import { leadCondition, type LeadFilter } from './lead-filter.ts'
import { requireFilterColumns } from './require-filter-columns.ts'

const LEADS_A_BATCH = 500
const SNAPSHOT_MS_MAX = 120_000

type ExportDependencies = Pick<LeadChangeDependencies, 'db' | 'clock' | 'describeDrafts'>

export interface LeadExportRequest extends LeadOrder {
  projectId: string
  filter: LeadFilter
  format: BodyOf<typeof exportLeads>['format']
}

export interface LeadExport {
  projectName: string
  startedAt: Date
  columns: ExportColumn[]
  leads: AsyncGenerator<ExportedLead[]>
}

/**
 * All leads of the project that pass the filter, in the order asked for. Which leads they are is fixed at the start.
 * Their contents are read some hundreds at a time, each in its own transaction, so a long export holds nothing open and
 * repeats no lead. A lead deleted meanwhile is left out.
 */
export async function startLeadExport(
  { db, clock, describeDrafts }: ExportDependencies,
  actor: Actor,
  request: LeadExportRequest,
): Promise<LeadExport> {
  requirePermission(actor, 'lead.export')
  const { organizationId } = actor
  const { projectId, sortOrder } = request
  const key = await findSortKey(db, actor, request)
  const condition = leadCondition(organizationId, projectId, request.filter)
  const sorted = { organizationId, projectId, condition, key, sortOrder, after: undefined }
  const { project, columns, ids } = await db.transaction(organizationScope(organizationId), async (tx) => {
    await limitStatements(tx, SNAPSHOT_MS_MAX)
    const project = await requireProject(tx, actor, projectId)
    await requireFilterColumns(tx, actor, projectId, request.filter)
    const found = {
      project,
      columns: await selectColumns(tx, organizationId, projectId),
      ids: await selectLeadIds(tx, sorted),
    }
    await countAsChange(tx)
    nameTarget({ leads: String(found.ids.count) })
    return found
  })
  return {
    projectName: project.name,
    startedAt: clock.now(),
    columns: columns.map(({ id, name }) => ({ id, name })),
    leads: readLeads({ db, describeDrafts }, { organizationId, projectId, ids }),
  }
}

async function* readLeads(
  { db, describeDrafts }: Pick<ExportDependencies, 'db' | 'describeDrafts'>,
  { organizationId, projectId, ids }: { organizationId: string; projectId: string; ids: PackedIds },
): AsyncGenerator<ExportedLead[]> {
  for (let from = 0; from < ids.count; from += LEADS_A_BATCH) {
    const batch = ids.slice(from, from + LEADS_A_BATCH)
    yield await db.transaction(organizationScope(organizationId), async (tx) => {
      const rows = await selectExported(tx, organizationId, { projectId, ids: batch })
      const drafts = await describeDrafts(tx, organizationId, batch)
      const assignees = rows.flatMap(({ assignee_id }) => assignee_id ?? [])
      const people: ReadonlyMap<string, Person> = assignees.length > 0 ? await findPeople(tx, assignees) : new Map()
      return rows.map(({ assignee_id, community_name, author_name, body, matches, column_values, ...row }) => {
        const draftOf = (type: DraftType) =>
          drafts.get(row.id)?.find(({ message_type }) => message_type === type)?.draft ?? null
        const assignee = assignee_id === null ? undefined : people.get(assignee_id)
        return {
          ...row,
          community: community_name,
          author: author_name,
          text: body,
          score: scoreOrNull(row.score),
          level: levelOrNull(row.score),
          matches: matches.map(({ evidence, score, ...match }) => ({
            ...match,
            score: scoreOrNull(score),
            evidence: evidence.map(({ kind, quote }) => ({ kind, quote })),
          })),
          assignee: assignee ? nameOf(assignee) : null,
          reply_draft: draftOf('reply'),
          message_draft: draftOf('dm'),
          values: new Map(
            column_values
              .filter(({ state }) => state === 'done')
              .map(({ column_id, bool_value, text_value }) => [column_id, bool_value ?? text_value]),
          ),
        }
      })
    })
  }
}
