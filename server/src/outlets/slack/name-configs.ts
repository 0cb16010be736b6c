import type { Tx } from '../../platform/db.ts'

/** The channels of these rules of the organization, without those that are gone. */
export async function nameConfigs(tx: Tx, organizationId: string, ids: Iterable<string>): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('slack_channel_config')
    .select(['id', 'channel_name'])
    .where('organization_id', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, `#${row.channel_name.replace(/^#/u, '')}`]))
}
