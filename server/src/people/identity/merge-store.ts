import type { ProjectIds } from '../../platform/actor.ts'
import { sql } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

export type MergeRow = Row<'identity_merge'>

/** Moves the merges into one person to another. Returns which. */
export async function moveMerges(
  tx: Tx,
  organizationId: string,
  { from, to, only }: { from: string; to: string; only?: readonly string[] },
): Promise<string[]> {
  const named = only ? sql`and id = any(${only}::uuid[])` : sql``
  const { rows } = await sql<{ id: string }>`
    update identity_merge set person_id = ${to}
    where organization_id = ${organizationId} and person_id = ${from} ${named} returning id`.execute(tx)
  return rows.map(({ id }) => id).toSorted()
}

export async function insertMerge(tx: Tx, row: MergeRow): Promise<void> {
  await tx
    .insertInto('identity_merge')
    .values({ ...row, former_draft: row.former_draft === null ? null : JSON.stringify(row.former_draft) })
    .execute()
}

/** A merge of the project; `held` locks it until the transaction ends. To undo it, lock its people first. */
export function findMerge(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  id: string,
  { held }: { held: boolean },
): Promise<MergeRow | undefined> {
  return tx
    .selectFrom('identity_merge')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .$if(held, (merge) => merge.forUpdate())
    .executeTakeFirst()
}

export async function deleteMerge(tx: Tx, organizationId: string, id: string): Promise<void> {
  await tx.deleteFrom('identity_merge').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Corrects what later merges would restore, as if the undone merge had never been. */
export async function passOnSaved(tx: Tx, merge: MergeRow): Promise<void> {
  await sql`
    update identity_merge set
      kept_status_config_id = case when kept_status_config_id is not distinct from ${merge.set_status_config_id}::uuid
        then ${merge.kept_status_config_id}::uuid else kept_status_config_id end,
      kept_deleted = case when kept_deleted = ${merge.set_deleted} then ${merge.kept_deleted} else kept_deleted end,
      kept_last_posted_at = least(kept_last_posted_at, ${merge.kept_last_posted_at}::timestamptz)
    where organization_id = ${merge.organization_id} and stayed_id = ${merge.stayed_id} and id <> ${merge.id}
      and merged_at >= ${merge.merged_at}`.execute(tx)
}

/** A person's merges, newest first. */
export function selectMerges(tx: Tx, organizationId: string, personId: string): Promise<MergeRow[]> {
  return tx
    .selectFrom('identity_merge')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('person_id', '=', personId)
    .orderBy('merged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}
