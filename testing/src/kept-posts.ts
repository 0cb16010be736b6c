import type { ProjectIds } from '@leadlight/server/platform/actor'
import { postText } from '@leadlight/domain/posts'
import { sql } from 'kysely'
import type { FoundLead } from '@leadlight/server/workspace/leads/keep-leads'
import { fingerprint } from '@leadlight/engine/language/near-duplicate'
import { savePosts, type NewPost } from '@leadlight/server/core/posts/posts'
import { createRetention } from '@leadlight/server/lifecycle/retention/create-retention'
import type { RetentionDependencies } from '@leadlight/server/lifecycle/retention/retention-dependencies'
import { inOrganization, recordFound, type LeadSite } from './lead-builder.ts'
import type { TestApp } from './test-app.ts'

/** What a test cares about in a post from a channel. */
export interface PostWish {
  externalId: string
  platform?: string
  url?: string
  author?: string
  title?: string | null
  text?: string
}

export function newPost(app: TestApp, wish: PostWish): NewPost {
  const { externalId, platform = 'hacker_news', author = 'ada', url = `https://posts.example/${externalId}` } = wish
  const { title = 'Looking for a bookkeeper', text = 'Our spreadsheet is full. Who knows a bookkeeper?' } = wish
  return {
    id: app.dependencies.newId(),
    platform,
    externalId,
    kind: 'post',
    url,
    author: { externalId: author, name: author, url: `https://people.example/${author}` },
    title,
    text,
    community: null,
    replies: 3,
    points: 4,
    license: null,
    githubIssueState: null,
    postedAt: app.clock.now(),
    fingerprint: fingerprint(postText(title, text)),
  }
}

/** Stores posts as a search of a platform that everybody reads would, and resolves with their ids. */
export function keepPosts(app: TestApp, ids: ProjectIds, posts: readonly NewPost[]): Promise<string[]> {
  return inOrganization(app, ids, (tx) => savePosts(tx, posts, { origin: 'everybody', collectedAt: app.clock.now() }))
}

/** A post as a search's judge returns it, with these quotes as its evidence and for its conditions. */
export function foundOf(post: NewPost, id: string, quotes: readonly string[] = []): FoundLead {
  const text = postText(post.title, post.text)
  const evidence = quotes.map((quote) => {
    const start = text.indexOf(quote)
    return { start, end: start + quote.length, kind: 'for' as const, label: 'asks' }
  })
  const conditions = evidence.map(({ start, end }) => ({
    kind: 'topic' as const,
    text: 'help',
    state: 'met' as const,
    at: { start, end },
  }))
  return {
    post: { ...post, id },
    score: 80,
    base: null,
    reason: 'Asks for help.',
    evidence,
    conditions,
    model: 'test-1',
  }
}

/** Stores a post and makes it a lead of each of these projects. */
export async function keepLead(
  app: TestApp,
  sites: readonly LeadSite[],
  post: NewPost,
  quotes: readonly string[] = [],
): Promise<{ postId: string; leadIds: string[] }> {
  const leadIds: string[] = []
  let postId = ''
  for (const site of sites) {
    const [id = ''] = await keepPosts(app, site, [post])
    const { recorded } = await recordFound(app, site, [foundOf(post, id, quotes)])
    leadIds.push(...recorded)
    postId = id
  }
  return { postId, leadIds }
}

/** A search of the project's signal that has seen these posts. */
export async function seePosts(
  app: TestApp,
  site: LeadSite,
  seen: { postIds: readonly string[]; state: 'running' | 'done' },
): Promise<string> {
  const { organizationId, projectId, signalId } = site
  const id = app.dependencies.newId()
  const now = app.clock.now()
  const finishedAt = seen.state === 'done' ? now : null
  await inOrganization(app, site, async (tx) => {
    await sql`
      insert into search (id, organization_id, project_id, intent_signal_id, intent_signal, revision, state, search_days,
        price, until_at, created_at, finished_at)
      values (${id}, ${organizationId}, ${projectId}, ${signalId}, 'bakers', 1, ${seen.state}, 30, 0, ${now}, ${now},
        ${finishedAt})`.execute(tx)
    await sql`
      insert into search_candidate (organization_id, search_id, position, post_id, state)
      select ${organizationId}::uuid, ${id}::uuid, place, post_id, 'seen'
      from unnest(${seen.postIds}::uuid[]) with ordinality as each (post_id, place)`.execute(tx)
    await sql`
      insert into judgement (organization_id, intent_signal_id, post_id, revision, score, kept, model, judged_at)
      select ${organizationId}::uuid, ${signalId}::uuid, post_id, 1, 10, false, 'test-1', ${now}::timestamptz
      from unnest(${seen.postIds}::uuid[]) as each (post_id)
      on conflict do nothing`.execute(tx)
  })
  return id
}

/** An installation's retention, on the test's clock. */
export function retentionOf(app: TestApp, parts: Partial<RetentionDependencies> = {}): RetentionDependencies {
  return { ...createRetention(app.config, app.dependencies.matching), ...parts }
}

/** As `retentionOf`, with a process that dies at the beginning of this transaction, counted from 1. */
export function dyingRetention(app: TestApp, number: number): RetentionDependencies {
  let begun = 0
  const db: RetentionDependencies['db'] = {
    read: (scope, statement) => app.db.read(scope, statement),
    transaction: (scope, work) => {
      begun += 1
      return begun < number ? app.db.transaction(scope, work) : Promise.reject(new Error('The process died'))
    },
  }
  return retentionOf(app, { db })
}
