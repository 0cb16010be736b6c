import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'monitoring_change.changed_by': string
  }
}

/** The version of who listens for what and where; every change counts it up. */
export async function selectVersion(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('monitoring_state').select('version').executeTakeFirstOrThrow()
  return Number(row.version)
}

/** The same, locked: no change to it commits before this transaction ends. */
export async function lockVersion(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('monitoring_state').select('version').forShare().executeTakeFirstOrThrow()
  return Number(row.version)
}

/** The projects changed after one version and up to another; undefined where that is no longer known. */
export async function selectChangedProjects(
  tx: Tx,
  { after, to }: { after: number; to: number },
): Promise<string[] | undefined> {
  const { rows } = await sql<{ known: string | number; projectIds: string[] | null }>`
    select count(distinct version) as known, array_agg(distinct project_id) as "projectIds" from monitoring_change
    where version > ${after} and version <= ${to}`.execute(tx)
  const [found] = rows
  return Number(found?.known ?? 0) === to - after ? (found?.projectIds ?? []) : undefined
}

/** Deletes change records older than `before`; whoever has not refreshed since reads everything. */
export async function deleteChangesBefore(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('monitoring_change').where('changed_at', '<', before).execute()
}

/** The installation's sources when all projects were last updated; null where they never were. */
export async function selectOffered(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom('monitoring_state').select('offered').executeTakeFirstOrThrow()).offered
}

export async function setOffered(tx: Tx, offered: string): Promise<void> {
  await tx.updateTable('monitoring_state').set({ offered }).execute()
}
