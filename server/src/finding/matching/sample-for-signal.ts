import type { PostOrigin } from '../../core/posts/post-origin.ts'
import type { Actor, ProjectIds } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import { originOf } from '../sources/origin-of.ts'
import { projectSources } from '../sources/project-sources.ts'
import { toNewPost } from './collect-page.ts'
import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import { gatherFresh, type FreshSample } from './gather-fresh.ts'
import { requireSearchable } from './require-searchable.ts'
import type { MatchingDependencies } from './matching-dependencies.ts'
import type { Plan } from '@leadlight/engine/plan/plan'
import { savePosts, type NewPost } from '../../core/posts/posts.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export interface SampleOrder extends Brief {
  projectId: string
  days: number
  signal: AbortSignal
}

export type SampleDependencies = Pick<
  MatchingDependencies,
  'channels' | 'clock' | 'db' | 'newId' | 'platformSources' | 'suppression' | 'vault'
>

export interface Sample {
  plan: Plan
  since: Date
  until: Date
  /** Platforms the project has turned off. */
  off: ReadonlySet<string>
  /** The posts that were fetched, each once. */
  postIds: string[]
  channels: FreshSample['channels']
}

/**
 * Fetches, for a project the actor reaches, what a signal would find now. Free: only the posts themselves are saved,
 * noting for whom they were read.
 */
export async function sampleForSignal(deps: SampleDependencies, actor: Actor, order: SampleOrder): Promise<Sample> {
  const { projectId, days, signal } = order
  const scope = organizationScope(actor.organizationId)
  const until = deps.clock.now()
  const since = new Date(until.getTime() - days * DAY_MS)
  const { organizationId } = actor
  const { platformSources, off } = await deps.db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, projectId)
    requireSearchable(order, order.kind === 'name' ? 'body.names' : 'body.intent_signal')
    const [platformSources, off] = await Promise.all([
      projectSources(tx, deps.platformSources, { organizationId, projectId }),
      findTurnedOff(tx, organizationId, projectId),
    ])
    return { platformSources, off }
  })
  const plan = planBrief(order)
  const asked = { organizationId, projectId, platformSources, queries: plan.searchQueries, since, until, signal }
  const fresh = await gatherFresh(deps, asked)
  const postIds = await saveSample(deps, { organizationId, projectId }, fresh.read)
  return { plan, since, until, off, postIds: [...new Set(postIds)], channels: fresh.channels }
}

/** In a transaction for each origin, so that each writes its posts in the one order that all keep to. */
async function saveSample(deps: SampleDependencies, project: ProjectIds, read: FreshSample['read']): Promise<string[]> {
  const asRead = read.map(({ posts, ...place }) => ({
    posts: posts.map((post) => toNewPost(post, deps.newId())),
    origin: originOf(deps.platformSources, { ...place, projects: [project] }),
  }))
  const open = asRead.filter(({ origin }) => origin === 'everybody').flatMap(({ posts }) => posts)
  const own = asRead.filter(({ origin }) => origin !== 'everybody').flatMap(({ posts }) => posts)
  const save = (posts: readonly NewPost[], origin: PostOrigin) =>
    deps.db.transaction(organizationScope(project.organizationId), async (tx) => {
      const welcome = await withoutSuppressed(tx, deps.suppression, { ...project, posts })
      return savePosts(tx, welcome, { origin, collectedAt: deps.clock.now() })
    })
  return [...(await save(open, 'everybody')), ...(await save(own, [project]))]
}
