import { addCommunity, addFeed, setChannelKey, setSourceChannel } from '@leadlight/contract/sources'
import { readTerms } from '@leadlight/engine/language/words'
import { selectPosts, selectRecentPostIds } from '@leadlight/server/core/posts/posts'
import { createArchive } from '@leadlight/server/finding/archive/create-archive'
import type { Archive } from '@leadlight/server/finding/archive/archive'
import { registerMatchingJobs } from '@leadlight/server/finding/matching/register-jobs'
import { selectStoredPostIds } from '@leadlight/server/finding/matching/stored-posts'
import type { ProjectIds } from '@leadlight/server/platform/actor'
import { ASKED, shuffled, writeAskingPost } from './lead-posts.ts'
import { inOrganization } from './lead-builder.ts'
import { createManualClock } from './manual-clock.ts'
import { LISTENED, startMonitoredPlatforms, type Listened, type MonitoredPlatforms } from './monitored-platforms.ts'
import { NOW } from './search-fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { TestOrganization } from './test-organization.ts'
import { until } from './until.ts'

const DAY_MS = 24 * 60 * 60_000

/** The ways in which stored posts reach a project. */
export const WAYS = ['archive', 'preview', 'backtest'] as const
export type Way = (typeof WAYS)[number]

/** The app with an archive and a double of every platform, each with posts of its own. */
export interface OriginFixture {
  app: TestApp
  archive: Archive
  platforms: MonitoredPlatforms
  /** Gives a project a source on the platform, and a key where it has keys of its own. */
  equip(org: TestOrganization, projectId: string, platform: Listened): Promise<void>
  /** Resolves with the result, advancing the time meanwhile. */
  hasten<T>(work: Promise<T>): Promise<T>
  /** From which platforms the project gets posts in this way. */
  seenBy(project: ProjectIds, way: Way): Promise<string[]>
}

export async function startOriginFixture(): Promise<OriginFixture & { close(): Promise<void> }> {
  const clock = createManualClock(NOW)
  const posts = new Map(
    LISTENED.map((platform, place) => [
      platform,
      ASKED.map((text, index) =>
        writeAskingPost(10 * place + index, { text: shuffled(text, `Asked on ${platform} this time:`) }),
      ),
    ]),
  )
  const platforms = await startMonitoredPlatforms({ posts, clock })
  const app = await startTestApp({
    environment: platforms.environment,
    prepare: ({ matching }) => registerMatchingJobs(matching),
  })
  const { matching } = app.dependencies
  const archive = createArchive({ db: app.db, clock: app.clock, log: app.log, model: matching.embedder.model })

  function hasten<T>(work: Promise<T>): Promise<T> {
    let settled = false
    const done = work.finally(() => (settled = true))
    return Promise.all([done, until(() => app.clock.advance(1_000).then(() => settled))]).then(([result]) => result)
  }

  const idsBy: Record<Way, (project: ProjectIds) => Promise<string[]>> = {
    async archive(project) {
      const query = { ...project, voices: [], terms: readTerms(ASKED.join(' ')), since: null, limit: 1_000 }
      return (await archive.search(query, new AbortController().signal)).map(({ postId }) => postId)
    },
    preview: (project) =>
      inOrganization(app, project, (tx) =>
        selectRecentPostIds(tx, {
          project,
          since: new Date(Date.parse(NOW) - 30 * DAY_MS),
          limit: 1_000,
          without: new Set(),
        }),
      ),
    backtest: (project) =>
      inOrganization(app, project, (tx) =>
        selectStoredPostIds(tx, matching, { ...project, signalId: app.dependencies.newId() }),
      ),
  }

  return {
    app,
    archive,
    platforms,
    async equip(org, projectId, platform) {
      const keys = new Map<string, Readonly<Record<string, string>>>([...platforms.keys, ['github', { token: 'ours' }]])
      const fields = keys.get(platform)
      if (fields) {
        const params = { projectId, platform }
        await hasten(org.call(setSourceChannel, { params, body: { on: true, agreed: true } }))
        await hasten(org.call(setChannelKey, { params, body: { fields } }))
      }
      const source = platforms.sources.get(platform)
      if (source === undefined) return
      const params = { projectId }
      await hasten(
        platform === 'feed'
          ? org.call(addFeed, { params, body: { url: source } })
          : org.call(addCommunity, { params, body: { platform, source } }),
      )
    },
    hasten,
    async seenBy(project, way) {
      const ids = await idsBy[way](project)
      const found = await inOrganization(app, project, (tx) => selectPosts(tx, ids))
      return [...new Set(found.map(({ platform }) => platform))].toSorted()
    },
    async close() {
      await archive.close()
      await app.close()
      await platforms.close()
    },
  }
}
