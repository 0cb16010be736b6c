import type { SourceChannel } from '@leadlight/contract/sources'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { describeChannels } from './describe-channels.ts'
import type { SourceDependencies } from './source-dependencies.ts'

/** The channels that the project can turn on and off, with what may be shown of its keys. */
export function listChannels(deps: SourceDependencies, actor: Actor, projectId: string): Promise<SourceChannel[]> {
  const { organizationId } = actor
  return deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    return describeChannels(tx, deps, { organizationId, projectId })
  })
}
