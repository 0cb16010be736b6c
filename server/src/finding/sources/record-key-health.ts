import type { ChannelError } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { saveKeyHealth, type ProjectChannel } from './channel-store.ts'

/**
 * Records from an answer whether the project's own key works, or since when it is refused, in the transaction of the
 * answer's posts. Unrelated failures change nothing, nor does having no key.
 */
export async function recordKeyHealth(
  tx: Tx,
  organizationId: string,
  { projectId, platform, failure }: ProjectChannel & { failure: ChannelError | null },
  now: Date,
): Promise<void> {
  if (failure !== null && failure.kind !== 'key_refused') return
  await saveKeyHealth(tx, organizationId, { projectId, platform, error: failure?.message ?? null }, now)
}
