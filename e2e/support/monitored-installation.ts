import { systemClock } from '@leadlight/server/platform/clock'
import type { CorpusPost } from '@leadlight/server/testing/doubles/corpus'
import { startHackerNewsDouble } from '@leadlight/server/testing/doubles/hacker-news-double'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'

const FIRST_ID = 95_000_000
/** More than there is time for in a test. */
const ALWAYS = 100_000

/** An installation that looks for new posts every two seconds, beside a Hacker News on which tests can say things. */
export interface MonitoredInstallation extends Installation {
  /** Says something on Hacker News, now. */
  say(title: string, text: string): void
  /** Has Hacker News fail until it is told to recover. */
  failHackerNews(): void
  recoverHackerNews(): void
}

/** Starts it; all tests of the file go there. */
export async function startMonitored(): Promise<MonitoredInstallation> {
  const old = new Date(systemClock.now().getTime() - 24 * 3_600_000)
  let lastId = FIRST_ID
  const story = (title: string, text: string, createdAt: Date): CorpusPost => {
    lastId += 1
    const url = `https://news.ycombinator.com/item?id=${lastId}`
    const id = String(lastId)
    const said = { title, text, createdAt, author: `made_up_${lastId}` }
    return { platform: 'hackernews', kind: 'story', id, url, link: null, points: 1, comments: 0, channel: null, labels: [], ...said } // prettier-ignore
  }
  const posts = [story('Birds of the mountains', 'The weather was fine and we saw many of them.', old)]
  const hackerNews = await startHackerNewsDouble({ posts, clock: systemClock, requestsPerHour: ALWAYS })
  const installation = await startInstallation([], () =>
    Promise.resolve({
      HACKER_NEWS_API_URL: hackerNews.searchUrl,
      HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
      JETSTREAM_URL: 'off',
      JUDGED_POST_PRICE: '1',
      MONITORING_EVERY_SECONDS: '2',
    }),
  )
  const usual = { LEADLIGHT_URL: process.env['LEADLIGHT_URL'], LEADLIGHT_DATA_DIR: process.env['LEADLIGHT_DATA_DIR'] }
  Object.assign(process.env, { LEADLIGHT_URL: installation.url, LEADLIGHT_DATA_DIR: installation.dataDir })
  return {
    ...installation,
    say(title, text) {
      hackerNews.add([story(title, text, systemClock.now())])
    },
    failHackerNews() {
      hackerNews.failNext({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, ALWAYS)
    },
    recoverHackerNews: () => hackerNews.recover(),
    async stop() {
      Object.assign(process.env, usual)
      await installation.stop()
      await hackerNews.close()
    },
  }
}
