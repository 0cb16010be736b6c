import type { SourcePlatform } from '@leadlight/contract/sources'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { requireProject } from '../projects/require-project.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** The platforms of which a project can add sources of its own, with what their rules ask. */
export async function listPlatforms(
  deps: SourceDependencies,
  actor: Actor,
  projectId: string,
): Promise<SourcePlatform[]> {
  await deps.db.transaction(organizationScope(actor.organizationId), (tx) => requireProject(tx, actor, projectId))
  return deps.places
    .filter((place) => place.own !== undefined)
    .flatMap(({ platform }) => {
      const { displayName, sources, rules } = deps.channels.find((channel) => channel.platform === platform) ?? {}
      if (!displayName || !sources || !rules) return []
      const { label, example } = sources
      return [{ platform, name: displayName, label, example, notice: rules.notice, attribution: rules.attribution }]
    })
}
