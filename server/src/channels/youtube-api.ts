import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import type { PlatformAnswer, PlatformCall } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { SearchRequest } from './channel.ts'
import { nextMidnight } from './next-midnight.ts'
import { createPlatformApi, statusFailure } from './platform-api.ts'
import { rateLimited } from './rate-limit.ts'
import { YOUTUBE } from './youtube-comments.ts'

const DAY_MS = 24 * 60 * 60 * 1000
// A key has two daily quotas: one for searches, one for everything else, of which every list takes one unit.
const SEARCHES = { requests: 100, windowMs: DAY_MS }
const LISTS = { requests: 10_000, windowMs: DAY_MS }
const QUOTA_ZONE = 'America/Los_Angeles'
const PAUSE_MS = 60_000

const Failure = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })

/** Comments are turned off, or the video is gone. */
export class NoComments extends ChannelError {
  constructor(cause: 'off' | 'gone') {
    const message =
      cause === 'off'
        ? 'Comments are turned off there, so there is nothing to read.'
        : 'YouTube knows no such channel or video; check the source.'
    super('refused', message, null)
  }
}

export interface YoutubeOptions {
  /** Such as `https://www.googleapis.com/youtube/v3`. */
  apiUrl: string
  fetch: OutboundFetch
  clock: Clock
}

export type AskYoutube = (
  method: 'search' | 'commentThreads' | 'comments' | 'channels',
  asked: Record<string, string>,
  request: Pick<SearchRequest, 'key' | 'signal'>,
) => Promise<PlatformAnswer>

/** Requests with a project's own key, sent in a header: addresses end up in logs. */
export function createYoutubeApi({ apiUrl, fetch, clock }: YoutubeOptions): AskYoutube {
  const searches = createPlatformApi({ name: YOUTUBE, fetch, clock, ...SEARCHES, failureOf })
  const lists = createPlatformApi({ name: YOUTUBE, fetch, clock, ...LISTS, failureOf })
  return async (method, asked, { key, signal }) => {
    const own = key?.['key']
    if (own === undefined)
      throw new ChannelError('misconfigured', 'YouTube answers those with a key alone. Add one.', null)
    const url = new URL(`${apiUrl}/${method}`)
    url.search = new URLSearchParams(asked).toString()
    const api = method === 'search' ? searches : lists
    return api.ask(url, { signal, who: own, headers: { 'x-goog-api-key': own } })
  }
}

/** Errors state a reason, since one status covers both a spent quota and a video without comments. */
function failureOf(answer: PlatformAnswer, call: PlatformCall): ChannelError | undefined {
  const { response, text } = answer
  if (response.ok || response.status >= 500 || !text.startsWith('{')) return statusFailure(answer, call)
  const reason = Failure.safeParse(parseReply(answer, z.unknown(), YOUTUBE)).data?.error.errors[0]?.reason
  if (reason === undefined) return statusFailure(answer, call)
  switch (reason) {
    case 'quotaExceeded':
    case 'dailyLimitExceeded':
      return rateLimited(YOUTUBE, nextMidnight(call.now(), QUOTA_ZONE).getTime() - call.now().getTime())
    case 'rateLimitExceeded':
    case 'userRateLimitExceeded':
      return rateLimited(YOUTUBE, PAUSE_MS)
    case 'commentsDisabled':
      return new NoComments('off')
    case 'videoNotFound':
    case 'channelNotFound':
      return new NoComments('gone')
    case 'keyInvalid':
    case 'accessNotConfigured':
      return new ChannelError(
        'key_refused',
        'YouTube does not accept this key; check it, and that its project has the YouTube Data API turned on.',
        null,
      )
    default:
      return statusFailure(answer, call)
  }
}
