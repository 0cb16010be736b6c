import type { Tx } from '../platform/db.ts'

interface MonitoringStateTable {
  only_row: boolean
  version: string | number
}

declare module '../platform/db.ts' {
  interface Tables {
    monitoring_state: MonitoringStateTable
  }
}

/** The version of what is listened for, by whom and where; every change to that counts it up. */
export async function selectVersion(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('monitoring_state').select('version').executeTakeFirstOrThrow()
  return Number(row.version)
}

/** The same, and no change to it commits before this transaction does. */
export async function holdVersion(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('monitoring_state').select('version').forShare().executeTakeFirstOrThrow()
  return Number(row.version)
}
