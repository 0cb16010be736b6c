import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import { htmlToText } from './markup.ts'
import { createPlatformApi } from './platform-api.ts'
import {
  failureUnlessMissing,
  firstSite,
  isMissing,
  NOTHING_SAID,
  publishedEmail,
  said,
  type ProfileSource,
} from './profile-source.ts'

const NAME = 'Hacker News'
const User = z.object({ id: z.string(), about: z.string().nullish().catch(null) }).nullable()

interface HackerNewsProfileOptions {
  /** Firebase's, such as `https://hacker-news.firebaseio.com/v0`. */
  itemsUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/** Firebase states no limit; ten requests a second is the pace of a hasty reader. */
export function createHackerNewsProfiles({ itemsUrl, fetch, clock }: HackerNewsProfileOptions): ProfileSource {
  const api = createPlatformApi({
    name: NAME,
    fetch,
    clock,
    requests: 10,
    windowMs: 1_000,
    failureOf: failureUnlessMissing,
  })
  return {
    platform: 'hacker_news',
    async read({ handle }, signal) {
      const answer = await api.ask(new URL(`${itemsUrl}/user/${encodeURIComponent(handle)}.json`), { signal })
      const user = isMissing(answer) ? null : parseReply(answer, User, NAME)
      if (user === null) return { kind: 'gone' }
      const bio = said(htmlToText(user.about ?? ''))
      const url = `https://news.ycombinator.com/user?id=${encodeURIComponent(user.id)}`
      return {
        kind: 'read',
        profile: { ...NOTHING_SAID, url, bio, website: firstSite(bio), email: publishedEmail(bio) },
      }
    },
  }
}
