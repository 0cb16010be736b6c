import { ChannelError, type ChannelKey } from '../../channels/channel.ts'
import type { Vault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findSealedKey, selectChoices, type ProjectChannel } from './channel-store.ts'
import { unsealKey } from './sealed-key.ts'

/**
 * The project's own key to a platform, null where it has none, for one request: discard it after the answer. Throws a
 * ChannelError where the channel is off by now or the key cannot be decrypted.
 */
export async function openKey(
  deps: { db: Db; vault: Vault },
  organizationId: string,
  ids: ProjectChannel,
): Promise<ChannelKey | null> {
  const { choices, sealed } = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const [choices, sealed] = await Promise.all([
      selectChoices(tx, organizationId, ids.projectId),
      findSealedKey(tx, organizationId, ids),
    ])
    return { choices, sealed }
  })
  if (choices.some(({ platform, isOn }) => platform === ids.platform && !isOn)) {
    throw new ChannelError('misconfigured', 'The channel was turned off for this project, so it was not asked.', null)
  }
  return sealed ? unsealKey(deps.vault, ids, sealed) : null
}
