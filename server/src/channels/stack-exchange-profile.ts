import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { changedReply, parseReply, type PlatformAnswer, type PlatformCall } from './ask-platform.ts'
import type { ChannelError } from './channel.ts'
import { decodeEntities } from './markup.ts'
import { createPlatformApi } from './platform-api.ts'
import { gravatarHash, NOTHING_SAID, said, webAddress, type ProfileSource } from './profile-source.ts'
import { rateLimited } from './rate-limit.ts'
import { findThrottleViolation, readFailure, STACK_EXCHANGE } from './stack-exchange-replies.ts'

const optionalText = z.string().nullish().catch(null)
const User = z.object({
  display_name: z.string(),
  link: z.url({ protocol: /^https?$/u }),
  location: optionalText,
  website_url: optionalText,
  profile_image: optionalText,
})
const Users = z.object({ items: z.array(z.unknown()) })

interface StackExchangeProfileOptions {
  /** Such as `https://api.stackexchange.com/2.3`. */
  apiUrl: string
  key?: string | undefined
  fetch: OutboundFetch
  clock: Clock
}

/** Uses a fifth of 300 requests a day without a key, or 10,000 with one. */
export function createStackExchangeProfiles({ apiUrl, key, fetch, clock }: StackExchangeProfileOptions): ProfileSource {
  const api = createPlatformApi({
    name: STACK_EXCHANGE,
    fetch,
    clock,
    requests: key === undefined ? 60 : 2_000,
    windowMs: 24 * 3_600_000,
    failureOf: stackExchangeFailure,
  })
  return {
    platform: 'stack_exchange',
    async read({ externalId }, signal) {
      const [host = '', id = ''] = externalId.split('/')
      if (!/^\d+$/u.test(id) || host === '') return { kind: 'gone' }
      const url = new URL(`${apiUrl}/users/${id}`)
      url.searchParams.set('site', host.replace(/\.(?:stackexchange\.)?com$/u, ''))
      if (key !== undefined) url.searchParams.set('key', key)
      const { items } = parseReply(await api.ask(url, { signal }), Users, STACK_EXCHANGE)
      if (items.length === 0) return { kind: 'gone' }
      const user = User.safeParse(items[0])
      if (!user.success) throw changedReply(STACK_EXCHANGE, user.error)
      const { display_name: name, link, location, website_url: website, profile_image: picture } = user.data
      const profile = {
        ...NOTHING_SAID,
        url: link,
        name: said(decodeEntities(name)),
        location: said(decodeEntities(location ?? '')),
        website: webAddress(decodeEntities(website ?? '')),
        avatarHash: gravatarHash(picture),
      }
      return { kind: 'read', profile }
    },
  }
}

function stackExchangeFailure(answer: PlatformAnswer, _call: PlatformCall): ChannelError | undefined {
  if (answer.response.ok) return undefined
  const waitMs = findThrottleViolation(answer)
  return waitMs === undefined ? readFailure(answer) : rateLimited(STACK_EXCHANGE, waitMs)
}
