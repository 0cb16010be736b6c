import { sql, type RawBuilder } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

export type ViewRow = Pick<Row<'saved_view'>, 'id' | 'account_id' | 'name' | 'query' | 'is_shared'>

/** A project and the user who looks for views: team views are everybody's, the others their owner's alone. */
export interface ViewOwner {
  projectId: string
  userId: string
}

const COLUMNS = ['id', 'account_id', 'name', 'query', 'is_shared'] as const

function visible({ userId }: ViewOwner): RawBuilder<boolean> {
  return sql<boolean>`(is_shared or account_id = ${userId})`
}

/** The team's views and one's own, by name. */
export function selectViews(tx: Tx, organizationId: string, ids: ViewOwner, limit: number): Promise<ViewRow[]> {
  return tx
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where(visible(ids))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findView(
  tx: Tx,
  organizationId: string,
  ids: ViewOwner & { id: string },
): Promise<ViewRow | undefined> {
  return tx
    .selectFrom('saved_view')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', ids.projectId)
    .where('id', '=', ids.id)
    .where(visible(ids))
    .executeTakeFirst()
}

/**
 * The names of the views listed beside a given one, and whether one has its name as the database's locale folds case.
 */
export async function selectBeside(
  tx: Tx,
  organizationId: string,
  ids: ViewOwner,
  view: Pick<ViewRow, 'id' | 'name' | 'is_shared'>,
): Promise<{ names: string[]; isNameTaken: boolean }> {
  const { rows } = await sql<{ name: string; taken: boolean }>`
    select name, lower(name) = lower(${view.name}) as taken from saved_view
    where organization_id = ${organizationId} and project_id = ${ids.projectId} and id <> ${view.id}
      and is_shared = ${view.is_shared} and (is_shared or account_id = ${ids.userId})`.execute(tx)
  return { names: rows.map(({ name }) => name), isNameTaken: rows.some(({ taken }) => taken) }
}

export async function insertView(
  tx: Tx,
  organizationId: string,
  { projectId, now }: { projectId: string; now: Date },
  view: ViewRow,
): Promise<void> {
  await tx
    .insertInto('saved_view')
    .values({ ...view, organization_id: organizationId, project_id: projectId, created_at: now })
    .execute()
}

export async function setView(tx: Tx, organizationId: string, { id, ...view }: ViewRow): Promise<void> {
  await tx
    .updateTable('saved_view')
    .set(view)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

export async function deleteViewRow(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Deletes all views that somebody saved for themselves in the organization. */
export async function deleteOwnViews(tx: Tx, organizationId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('saved_view')
    .where('organization_id', '=', organizationId)
    .where('account_id', '=', userId)
    .where('is_shared', '=', false)
    .execute()
}

/** Deletes the project's views that were not shared. */
export async function deletePrivateViews(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`delete from saved_view
    where organization_id = ${organizationId} and project_id = ${projectId} and not is_shared`.execute(tx)
}

/** Removes the owners of the project's views. */
export async function detachSharedViews(tx: Tx, organizationId: string, projectId: string): Promise<void> {
  await sql`update saved_view set account_id = null
    where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}
