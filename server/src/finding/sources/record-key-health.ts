import type { ChannelError } from '../../channels/channel.ts'
import type { Tx } from '../../platform/db.ts'
import { saveKeyHealth, type ProjectChannel } from './channel-store.ts'

/**
 * Writes down what an answer says of the project's own key, in the transaction of what the answer brought: that it works,
 * or since when it is refused. Failures that have nothing to do with the key leave it as it is, and so does having none.
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
