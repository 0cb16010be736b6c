import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import { projectSources, type ProjectSources } from '../sources/project-sources.ts'
import { toNewPost } from './collect-page.ts'
import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import { gatherFresh, type FreshSample } from './gather-fresh.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import type { Plan } from '@leadlight/engine/plan/plan'
import { savePosts } from '../../core/posts/posts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface SampleOrder extends Brief {
  projectId: string
  days: number
  signal: AbortSignal
}

export type SampleDependencies = Pick<
  MatchingDependencies,
  'channels' | 'clock' | 'db' | 'newId' | 'platformSources' | 'vault'
>

export interface Sample {
  plan: Plan
  since: Date
  until: Date
  /** What the project listens to. */
  platformSources: ProjectSources[]
  /** Platforms the project has turned off. */
  off: ReadonlySet<string>
  /** The posts that were fetched, each once. */
  postIds: string[]
  channels: FreshSample['channels']
}

/**
 * Fetches, for a project the actor reaches, what a signal would find now. Free: only the posts themselves are saved,
 * and those belong to no organization.
 */
export async function sampleForSignal(deps: SampleDependencies, actor: Actor, order: SampleOrder): Promise<Sample> {
  const { projectId, days, signal } = order
  const scope = organizationScope(actor.organizationId)
  const until = deps.clock.now()
  const since = new Date(until.getTime() - days * DAY_MS)
  const { organizationId } = actor
  const { platformSources, off } = await deps.db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, projectId)
    const [platformSources, off] = await Promise.all([
      projectSources(tx, deps.platformSources, { organizationId, projectId }),
      findTurnedOff(tx, organizationId, projectId),
    ])
    return { platformSources, off }
  })
  const plan = planBrief(order)
  const asked = { organizationId, projectId, platformSources, queries: plan.searchQueries, since, until, signal }
  const fresh = await gatherFresh(deps, asked)
  const newPosts = fresh.posts.map((post) => toNewPost(post, deps.newId()))
  const postIds = await deps.db.transaction(scope, (tx) => savePosts(tx, newPosts, deps.clock.now()))
  return { plan, since, until, platformSources, off, postIds: [...new Set(postIds)], channels: fresh.channels }
}
