import type { SourceChannel } from '@leadlight/contract/sources'
import type { Actor } from '../../platform/actor.ts'
import { invalidPart } from '../../platform/errors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { saveChoice, selectChoices, type ProjectChannel } from './channel-store.ts'
import { describeChannel, requireChannel } from './require-channel.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/**
 * Turns a channel on or off for a project, from its next search on; a running search stops using it. A channel whose
 * rules need agreement is turned on only by somebody who agrees, once.
 */
export function setChannel(
  deps: SourceDependencies,
  actor: Actor,
  { on, agreed, ...ids }: ProjectChannel & { on: boolean; agreed?: boolean | undefined },
): Promise<SourceChannel> {
  const { organizationId } = actor
  const now = deps.clock.now()
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    const { channel, platformSources } = await requireChannel(tx, deps, actor, ids)
    const choices = await selectChoices(tx, organizationId, ids.projectId)
    const before = choices.find(({ platform }) => platform === ids.platform)?.agreedAt ?? null
    const agreedAt = before ?? (agreed === true ? now : null)
    if (on && agreedAt === null && platformSources.some(({ isOffAtFirst }) => isOffAtFirst === true)) {
      const detail = `${channel.rules.notice ?? ''} Agree to that to turn ${channel.displayName} on.`
      throw invalidPart('body.agreed', 'notice_not_agreed', detail.trim())
    }
    await saveChoice(tx, organizationId, { ...ids, isOn: on, agreedAt }, now)
    return describeChannel(tx, deps, organizationId, ids)
  })
}
