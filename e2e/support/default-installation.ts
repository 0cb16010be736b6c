import { systemClock } from '@leadlight/server/platform/clock'
import { loadCorpus } from '@leadlight/testing/doubles/corpus'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import type { Double } from '@leadlight/testing/doubles/double-server'
import { startHackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import { startJetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import type { JetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import { startProfilesDouble } from '@leadlight/testing/doubles/profiles-double'
import { startReceiverDouble } from '@leadlight/testing/doubles/receiver-double'
import type { ReceiverDouble } from '@leadlight/testing/doubles/receiver-double'
import { startSlackDouble } from '@leadlight/testing/doubles/slack/slack-double'
import type { SlackDouble } from '@leadlight/testing/doubles/slack/slack-double'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { corpusStory } from './stories.ts'

const HOUR_MS = 3_600_000
const MURMUR_EVERY_MS = 5_000
const TRADES = ['designer', 'translator', 'photographer', 'baker', 'carpenter', 'tutor', 'gardener', 'tailor', 'editor']

/** An installation as first set up, without a mail server or a model, with doubles that tests can see. */
export interface DefaultInstallation extends Installation {
  slack: SlackDouble
  /** Receives webhooks. */
  receiver: ReceiverDouble
  jetstream: JetstreamDouble
}

interface Options {
  databaseUrl: string
  secretKey: string
  fill: number
}

/** Starts it. Hacker News has extra posts asking for software; GitHub knows Ottoline Berg. */
export async function startDefault({ databaseUrl, secretKey, fill }: Options): Promise<DefaultInstallation> {
  // Older than what monitoring reads of the time before it was enabled, however young the installation is.
  const own = await loadCorpus({ now: new Date(systemClock.now().getTime() - HOUR_MS) })
  const posts = [...own, ...askingStories()]
  const hackerNews = await startHackerNewsDouble({ posts, clock: systemClock })
  const profiles = await startProfilesDouble()
  const slack = await startSlackDouble()
  const receiver = await startReceiverDouble()
  const jetstream = await startJetstreamDouble({ clock: systemClock, murmurEveryMs: MURMUR_EVERY_MS })
  const doubles: Pick<Double, 'close'>[] = [hackerNews, profiles, slack, receiver, jetstream]
  const installation = await startInstallation({
    databaseUrl,
    posts: { fill },
    google: true,
    variables: (url) => {
      slack.productUrl = url
      return {
        SECRET_KEY: secretKey,
        HACKER_NEWS_API_URL: hackerNews.searchUrl,
        HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
        GITHUB_API_URL: profiles.githubUrl,
        JETSTREAM_URL: jetstream.url,
        OUTBOUND_ALLOW: receiver.hostAndPort,
        ...slack.environment,
      }
    },
  })
  return {
    ...installation,
    slack,
    receiver,
    jetstream,
    async stop() {
      await installation.stop()
      await Promise.all(doubles.map((double) => double.close()))
    },
  }
}

/** Half of them say that they use spreadsheets today. */
function askingStories(): CorpusPost[] {
  return TRADES.map((trade, index) => {
    const today = index % 2 === 0 ? 'Today I use spreadsheets.' : 'Today I write them by hand.'
    return corpusStory({
      title: `Ask HN: Which invoicing software for a freelance ${trade}?`,
      text: `I work as a freelance ${trade} with ${index + 3} clients. Which invoicing or bookkeeping software should I use? ${today}`,
      createdAt: new Date(systemClock.now().getTime() - (index + 1) * HOUR_MS),
    })
  })
}
