import type { SourcePlatform } from '@leadlight/contract/sources'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { usableSources } from './project-sources.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/**
 * The platforms where the project can add sources, since their channel is on and has its key, with what their rules
 * ask.
 */
export async function listPlatforms(
  deps: SourceDependencies,
  actor: Actor,
  projectId: string,
): Promise<SourcePlatform[]> {
  const { organizationId } = actor
  const platformSources = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return usableSources(tx, deps.platformSources, { organizationId, projectId })
  })
  return platformSources
    .filter((place) => place.own !== undefined)
    .flatMap(({ platform }) => {
      const { displayName, sources, rules } = deps.channels.find((channel) => channel.platform === platform) ?? {}
      if (!displayName || !sources || !rules) return []
      const { label, example } = sources
      return [{ platform, name: displayName, label, example, notice: rules.notice, attribution: rules.attribution }]
    })
}
