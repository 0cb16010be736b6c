import type { Row, Tx } from '../../platform/db.ts'

export type RevocationRow = Row<'slack_revocation'>

/** Tokens to be revoked, oldest first; `id` is the connection they were sealed for. In the scope of Slack. */
export function selectRevocations(tx: Tx, limit: number): Promise<RevocationRow[]> {
  return tx.selectFrom('slack_revocation').selectAll().orderBy('put_down_at').orderBy('id').limit(limit).execute()
}

export async function deleteRevocation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('slack_revocation').where('id', '=', id).execute()
}
