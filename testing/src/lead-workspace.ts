import type { ProjectIds } from '@leadlight/server/platform/actor'
import type { ColumnType } from '@leadlight/domain/columns'
import { sql } from 'kysely'
import { inOrganization } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

/**
 * Adds statuses for a project's leads in this order, bypassing their slice; default statuses of the same name are
 * reused. Resolves with their ids.
 */
export async function buildStatuses(
  app: TestApp,
  { organizationId, projectId }: ProjectIds,
  names: readonly string[],
  kind: 'lead' | 'prospect' = 'lead',
): Promise<string[]> {
  const ids = names.map(() => app.dependencies.newId())
  const { rows } = await inOrganization(app, { organizationId, projectId }, (tx) =>
    sql<{ id: string; name: string }>`
      insert into lead_status (id, organization_id, project_id, kind, name, color, position, created_at)
      select id, ${organizationId}::uuid, ${projectId}::uuid, ${kind}, name, 'grey', place - 1, ${app.clock.now()}::timestamptz
      from unnest(${ids}::uuid[], ${names}::text[]) with ordinality as fresh (id, name, place)
      on conflict (organization_id, project_id, kind, lower(name)) do update set position = excluded.position
      returning id, name`.execute(tx),
  )
  const kept = new Map(rows.map((row) => [row.name, row.id]))
  return names.map((name) => kept.get(name)!)
}

export async function removeStatus(app: TestApp, ids: ProjectIds, id: string): Promise<void> {
  await inOrganization(app, ids, (tx) => sql`delete from lead_status where id = ${id}`.execute(tx))
}

/** Gives each lead its status, null for none. */
export async function setStatuses(
  app: TestApp,
  ids: ProjectIds,
  statuses: Readonly<Record<string, string | null>>,
): Promise<void> {
  await inOrganization(app, ids, (tx) =>
    sql`
      update lead set status_config_id = fresh.status
      from unnest(${Object.keys(statuses)}::uuid[], ${Object.values(statuses)}::uuid[]) as fresh (id, status)
      where lead.id = fresh.id`.execute(tx),
  )
}

/** Adds a smart column, bypassing its slice. Resolves with its id. */
export async function buildColumn(
  app: TestApp,
  { organizationId, projectId }: ProjectIds,
  name: string,
  type: ColumnType,
): Promise<string> {
  const id = app.dependencies.newId()
  await inOrganization(app, { organizationId, projectId }, (tx) =>
    sql`
      insert into smart_column (id, organization_id, project_id, name, prompt, type, position, created_at)
      select ${id}, ${organizationId}, ${projectId}, ${name}, 'What is it?', ${type}, count(*), ${app.clock.now()}
      from smart_column where project_id = ${projectId}`.execute(tx),
  )
  return id
}

export interface BuiltValue {
  leadId: string
  state?: 'waiting' | 'done' | 'needs_model' | 'failed'
  value: boolean | string | null
  why?: string
}

/** Sets a column's values of leads. */
export async function setValues(
  app: TestApp,
  ids: ProjectIds,
  columnId: string,
  values: readonly BuiltValue[],
): Promise<void> {
  const bools = values.map(({ value }) => (typeof value === 'boolean' ? value : null))
  const texts = values.map(({ value }) => (typeof value === 'string' ? value : null))
  await inOrganization(app, ids, (tx) =>
    sql`
      insert into smart_column_value (organization_id, lead_id, column_id, revision, state, bool_value, text_value, why,
        posted_at)
      select lead.organization_id, lead.id, ${columnId}::uuid, 1, state, bool_value, text_value, why, lead.posted_at
      from unnest(
        ${values.map(({ leadId }) => leadId)}::uuid[], ${values.map(({ state = 'done' }) => state)}::text[],
        ${bools}::boolean[], ${texts}::text[], ${values.map(({ why }) => why ?? null)}::text[]
      ) as fresh (lead_id, state, bool_value, text_value, why) join lead on lead.id = fresh.lead_id`.execute(tx),
  )
}
