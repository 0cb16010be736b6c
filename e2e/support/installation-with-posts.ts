import { systemClock } from '@leadlight/server/platform/clock'
import { loadCorpus } from '@leadlight/server/testing/doubles/corpus'
import type { CorpusPost } from '@leadlight/server/testing/doubles/corpus'
import { startHackerNewsDouble } from '@leadlight/server/testing/doubles/hacker-news-double'
import { startInstallation } from './installation.ts'

const HOUR_MS = 3_600_000

export interface Written {
  title: string
  text: string
}

/**
 * An installation whose Hacker News has these posts, an hour apart, and no others unless they are to stand among the project's
 * own; it is the one that the run talks to until it is stopped.
 */
export async function startWithPosts(
  written: readonly Written[],
  { amongOwnPosts = false } = {},
): Promise<{ stop: () => Promise<void> }> {
  const own = amongOwnPosts ? await loadCorpus({ now: systemClock.now() }) : []
  const posts = [...own.filter(({ platform }) => platform === 'hackernews'), ...written.map(toPost)]
  const hackerNews = await startHackerNewsDouble({ posts, clock: systemClock })
  const { searchUrl: HACKER_NEWS_API_URL, itemsUrl: HACKER_NEWS_ITEMS_URL } = hackerNews
  const installation = await startInstallation([], () =>
    Promise.resolve({ HACKER_NEWS_API_URL, HACKER_NEWS_ITEMS_URL }),
  )
  const usualUrl = process.env['LEADLIGHT_URL']
  process.env['LEADLIGHT_URL'] = installation.url
  return {
    async stop() {
      if (usualUrl !== undefined) process.env['LEADLIGHT_URL'] = usualUrl
      await installation.stop()
      await hackerNews.close()
    },
  }
}

function toPost({ title, text }: Written, index: number): CorpusPost {
  const id = String(95_100_001 + index)
  return {
    platform: 'hackernews',
    kind: 'story',
    id,
    url: `https://news.ycombinator.com/item?id=${id}`,
    link: null,
    author: `made_up_${index}`,
    createdAt: new Date(systemClock.now().getTime() - (index + 1) * HOUR_MS),
    title,
    text,
    points: 1,
    comments: 0,
    channel: null,
    labels: [],
  }
}
