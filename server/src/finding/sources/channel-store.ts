import type { Tx } from '../../platform/db.ts'

/** One platform in one project. */
export interface ProjectChannel {
  projectId: string
  platform: string
}

/** Whether a channel was turned on or off, and who agreed to its rules. */
export interface ChannelChoice {
  platform: string
  isOn: boolean
  agreedAt: Date | null
}

/** What may be shown of a key. */
export interface KeyRow {
  platform: string
  hint: string
  setBy: string | null
  setAt: Date
  error: string | null
  failingSince: Date | null
}

/** The channels that somebody has turned on or off for the project, at most one row per platform. */
export async function selectChoices(tx: Tx, organizationId: string, projectId: string): Promise<ChannelChoice[]> {
  const rows = await tx
    .selectFrom('channel_choice')
    .select(['platform', 'is_on as isOn', 'agreed_at as agreedAt'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('platform')
    .execute()
  return rows
}

export async function saveChoice(
  tx: Tx,
  organizationId: string,
  { projectId, platform, isOn, agreedAt }: ProjectChannel & ChannelChoice,
  now: Date,
): Promise<void> {
  const choice = { is_on: isOn, agreed_at: agreedAt, changed_at: now }
  await tx
    .insertInto('channel_choice')
    .values({ organization_id: organizationId, project_id: projectId, platform, ...choice })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id', 'platform']).doUpdateSet(choice))
    .execute()
}

/** The project's keys, without their secrets. */
export async function selectKeys(tx: Tx, organizationId: string, projectId: string): Promise<KeyRow[]> {
  return tx
    .selectFrom('project_key')
    .select(['platform', 'hint', 'set_by as setBy', 'set_at as setAt', 'error', 'failing_since as failingSince'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('platform')
    .execute()
}

export async function findSealedKey(
  tx: Tx,
  organizationId: string,
  { projectId, platform }: ProjectChannel,
): Promise<Uint8Array | undefined> {
  const row = await tx
    .selectFrom('project_key')
    .select('sealed')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('platform', '=', platform)
    .executeTakeFirst()
  return row?.sealed
}

/** Replaces the project's key, as working. */
export async function saveKey(
  tx: Tx,
  organizationId: string,
  { projectId, platform, ...key }: ProjectChannel & Pick<KeyRow, 'hint' | 'setBy' | 'setAt'> & { sealed: Uint8Array },
): Promise<void> {
  const { sealed, hint, setBy: set_by, setAt: set_at } = key
  const kept = { sealed, hint, set_by, set_at, error: null, failing_since: null }
  await tx
    .insertInto('project_key')
    .values({ organization_id: organizationId, project_id: projectId, platform, ...kept })
    .onConflict((conflict) => conflict.columns(['organization_id', 'project_id', 'platform']).doUpdateSet(kept))
    .execute()
}

export async function deleteKey(
  tx: Tx,
  organizationId: string,
  { projectId, platform }: ProjectChannel,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('project_key')
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('platform', '=', platform)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/**
 * Records that a key works, or since when it fails and the last error. Writes nothing where that is recorded already.
 */
export async function saveKeyHealth(
  tx: Tx,
  organizationId: string,
  { projectId, platform, error }: ProjectChannel & { error: string | null },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('project_key')
    .set((eb) => ({ error, failing_since: error === null ? null : eb.fn.coalesce('failing_since', eb.val(now)) }))
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .where('platform', '=', platform)
    .where('error', 'is distinct from', error)
    .execute()
}
