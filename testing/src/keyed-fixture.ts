import type { Search } from '@leadlight/contract/search'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import { listSourceChannels, type SourceChannel } from '@leadlight/contract/sources'
import { ASKED, writeAskingPost, shuffled } from './lead-posts.ts'
import type { Double } from './doubles/double-server.ts'
import { startProductHuntDouble, type ProductHuntDouble } from './doubles/product-hunt-double.ts'
import { startRedditDouble, type RedditDouble } from './doubles/reddit-double.ts'
import { startXDouble, type XDouble } from './doubles/x-double.ts'
import { startYoutubeDouble, type YoutubeDouble } from './doubles/youtube-double.ts'
import { BOOKKEEPING, ended, startSearchFixture, type SearchFixture } from './search-fixture.ts'
import type { TestOrganization } from './test-organization.ts'

/** A project, and the parameters for calls about its channels. */
export interface KeyedProject {
  org: TestOrganization
  projectId: string
  path: string
  /** The parameters of a call about one of them. */
  at: (platform: string) => { projectId: string; platform: string }
}

interface SearchOptions {
  intentSignal?: string
  /** Called before the clock advances, which a platform that fails when first asked waits for. */
  onceStarted?: () => Promise<unknown>
}

/** The app with doubles of the platforms that need a project's own key; the others have no posts. */
export interface KeyedFixture extends SearchFixture {
  productHunt: ProductHuntDouble
  reddit: RedditDouble
  x: XDouble
  youtube: YoutubeDouble
  /** A new organization's new project. */
  open(): Promise<KeyedProject>
  /** Runs a search of it for a signal to the end. */
  search(project: Pick<KeyedProject, 'org' | 'projectId'>, options?: SearchOptions): Promise<Search>
  /** Clears the doubles' records of requests. */
  clearQuestions(): void
}

export async function startKeyedFixture(): Promise<KeyedFixture> {
  // The same wishes in each platform's own words, since a post that repeats another is dropped as its duplicate.
  const posts = (first: number, between: string) =>
    ASKED.map((text, index) => writeAskingPost(first + index, { text: shuffled(text, between), title: null }))
  const x = await startXDouble({ posts: posts(0, 'Asking my followers, who know such things:') })
  const reddit = await startRedditDouble({ posts: posts(10, 'Long time reader of this place, first question:') })
  const productHunt = await startProductHuntDouble({ posts: posts(20, 'We look for help with our launch next week:') })
  const youtube = await startYoutubeDouble({ posts: posts(30, 'Great video, it made me wonder once more:'), videos: 2 })
  const doubles: Double[] = [x, reddit, productHunt, youtube]
  const environment = {
    STACK_EXCHANGE_SITES: 'softwarerecs',
    X_API_URL: x.apiUrl,
    REDDIT_API_URL: reddit.apiUrl,
    REDDIT_SITE_URL: reddit.siteUrl,
    PRODUCT_HUNT_API_URL: productHunt.apiUrl,
    YOUTUBE_API_URL: youtube.apiUrl,
  }
  const fixture = await startSearchFixture(environment, undefined, [])
  return {
    ...fixture,
    productHunt,
    reddit,
    x,
    youtube,
    async open() {
      const org = await fixture.app.organization()
      const { id: projectId } = await org.project()
      const path = `/api/v1/sources/${projectId}/channels`
      return { org, projectId, path, at: (platform) => ({ projectId, platform }) }
    },
    async search({ org, projectId }, { intentSignal = BOOKKEEPING, onceStarted } = {}) {
      const body = { intent_signal: intentSignal, search_days: 365 }
      const { id: signalId } = await org.call(createIntentSignal, { params: { projectId }, body })
      const { search_id: searchId } = await org.call(runSearch, { params: { projectId, id: signalId } })
      await onceStarted?.()
      return ended(fixture, org, { projectId, signalId, searchId })
    },
    clearQuestions() {
      for (const double of doubles) double.questions.length = 0
    },
    async close() {
      await fixture.close()
      await Promise.all(doubles.map((double) => double.close()))
    },
  }
}

/** The state of a project's channel. */
export async function channelOf(
  { org, projectId }: Pick<KeyedProject, 'org' | 'projectId'>,
  platform: string,
): Promise<SourceChannel> {
  const channels = await org.call(listSourceChannels, { params: { projectId } })
  const found = channels.find((channel) => channel.platform === platform)
  if (!found) throw new Error(`There is no channel ${platform}`)
  return found
}
