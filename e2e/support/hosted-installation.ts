import { systemClock } from '@leadlight/server/platform/clock'
import { loadCorpus } from '@leadlight/testing/doubles/corpus'
import { startHackerNewsDouble } from '@leadlight/testing/doubles/hacker-news-double'
import { startSmtpDouble } from '@leadlight/testing/doubles/smtp-double'
import type { SmtpDouble } from '@leadlight/testing/doubles/smtp-double'
import { startStripeDouble } from '@leadlight/testing/doubles/stripe/stripe-double'
import type { StripeDouble } from '@leadlight/testing/doubles/stripe/stripe-double'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { ask } from './member.ts'
import type { Member } from './member.ts'
import { corpusStory } from './stories.ts'

/** More posts than a test has time for. */
const ALWAYS = 100_000
const DAY_MS = 24 * 3_600_000

/**
 * A hosted installation: it sells plans, sends mail, and polls for new posts every two seconds. Tests can see Stripe's
 * payments and post on its Hacker News.
 */
export interface HostedInstallation extends Installation {
  stripe: StripeDouble
  smtp: SmtpDouble
  /** Posts a story on Hacker News now. */
  post(title: string, text: string): void
  /** Makes Hacker News fail until it recovers. */
  failHackerNews(): void
  recoverHackerNews(): void
}

/** Starts it. Judging a post costs a credit, so a search uses up the trial. */
export async function startHosted(databaseUrl: string): Promise<HostedInstallation> {
  // Too old for monitoring.
  const posts = await loadCorpus({ now: new Date(systemClock.now().getTime() - DAY_MS) })
  const hackerNews = await startHackerNewsDouble({ posts, clock: systemClock, requestsPerHour: ALWAYS })
  const stripe = await startStripeDouble({ clock: systemClock })
  const smtp = await startSmtpDouble()
  const installation = await startInstallation({
    databaseUrl,
    variables: (url) => {
      stripe.deliverTo(`${url}/api/v1/billing/stripe/events`)
      return {
        ...stripe.environment,
        HACKER_NEWS_API_URL: hackerNews.searchUrl,
        HACKER_NEWS_ITEMS_URL: hackerNews.itemsUrl,
        JETSTREAM_URL: 'off',
        SMTP_URL: smtp.url,
        JUDGED_POST_PRICE: '1',
        TRIAL_CREDITS: '5',
        MONITORING_EVERY_SECONDS: '2',
      }
    },
  })
  return {
    ...installation,
    stripe,
    smtp,
    post(title, text) {
      hackerNews.add([corpusStory({ title, text, createdAt: systemClock.now() })])
    },
    failHackerNews() {
      hackerNews.failNext({ kind: 'status', status: 503, headers: { 'retry-after': '1' } }, ALWAYS)
    },
    recoverHackerNews: () => hackerNews.recover(),
    async stop() {
      await installation.stop()
      await Promise.all([stripe, smtp, hackerNews].map((double) => double.close()))
    },
  }
}

/** Gives an organization the smallest plan, paid, so that it has credits. */
export async function subscribe({ stripe }: HostedInstallation, member: Member): Promise<void> {
  const update = 'POST /api/v1/organization/subscription/update'
  const { checkout_url: url } = await ask<{ checkout_url: string }>(member, update, { plan_id: 'starter' })
  stripe.pay(url)
  await ask(member, 'POST /api/v1/organization/subscription/refresh')
}
