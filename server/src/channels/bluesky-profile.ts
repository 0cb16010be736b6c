import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply, type PlatformAnswer } from './ask-platform.ts'
import { createPlatformApi, statusFailure } from './platform-api.ts'
import { firstSite, NOTHING_SAID, publishedEmail, said, webAddress, type ProfileSource } from './profile-source.ts'

const NAME = 'Bluesky'
const optionalText = z.string().nullish().catch(null)
const Profile = z.object({
  handle: z.string(),
  displayName: optionalText,
  description: optionalText,
  website: optionalText,
  labels: z.array(z.object({ val: z.string() })).catch([]),
})
/** The label by which owners hide their profile from visitors who are not signed in. */
const NOT_FOR_STRANGERS = '!no-unauthenticated'

interface BlueskyProfileOptions {
  /** The API without sign-in, such as `https://public.api.bsky.app`. */
  publicUrl: string
  fetch: OutboundFetch
  clock: Clock
}

/** Uses a third of the limit of 3,000 requests in five minutes. */
export function createBlueskyProfiles({ publicUrl, fetch, clock }: BlueskyProfileOptions): ProfileSource {
  const api = createPlatformApi({
    name: NAME,
    fetch,
    clock,
    requests: 1_000,
    windowMs: 5 * 60_000,
    failureOf: (answer, call) => (isNobody(answer) ? undefined : statusFailure(answer, call)),
  })
  return {
    platform: 'bluesky',
    async read({ externalId }, signal) {
      const url = new URL(`${publicUrl}/xrpc/app.bsky.actor.getProfile`)
      url.searchParams.set('actor', externalId)
      const answer = await api.ask(url, { signal })
      if (isNobody(answer)) return { kind: 'gone' }
      const found = parseReply(answer, Profile, NAME)
      if (found.labels.some(({ val }) => val === NOT_FOR_STRANGERS)) return { kind: 'closed' }
      const bio = said(found.description)
      const profile = {
        ...NOTHING_SAID,
        url: `https://bsky.app/profile/${found.handle}`,
        name: said(found.displayName),
        bio,
        website: webAddress(found.website) ?? firstSite(bio),
        email: publishedEmail(bio),
      }
      return { kind: 'read', profile }
    },
  }
}

/** Unknown, deleted and suspended accounts are answered as a bad request. */
function isNobody({ response: { status }, text }: PlatformAnswer): boolean {
  return status === 400 && /Profile not found|AccountTakedown|AccountDeactivated|actor must be/iu.test(text)
}
