import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import { htmlToText } from './markup.ts'
import { createPlatformApi } from './platform-api.ts'
import {
  failureUnlessMissing,
  isMissing,
  NOTHING_SAID,
  publishedEmail,
  said,
  webAddress,
  type ProfileSource,
} from './profile-source.ts'

const NAME = 'Mastodon'
const isSet = z.boolean().nullish().catch(null)
const Account = z.object({
  url: z.url({ protocol: /^https?$/u }),
  display_name: z.string().nullish().catch(null),
  note: z.string().nullish().catch(null),
  fields: z
    .array(z.object({ name: z.string(), value: z.string(), verified_at: z.string().nullish().catch(null) }))
    .catch([]),
  noindex: isSet,
  bot: isSet,
  suspended: isSet,
})

interface MastodonProfileOptions {
  /** Guarded, since anybody may run an instance. */
  fetch: OutboundFetch
  clock: Clock
}

/** Asks each account's own instance, using half of 300 requests in five minutes. */
export function createMastodonProfiles({ fetch, clock }: MastodonProfileOptions): ProfileSource {
  const api = createPlatformApi({
    name: NAME,
    fetch,
    clock,
    requests: 150,
    windowMs: 5 * 60_000,
    failureOf: failureUnlessMissing,
  })
  return {
    platform: 'mastodon',
    async read({ handle }, signal) {
      const [name, host] = handle.split('@')
      if (!name || !host || !URL.canParse(`https://${host}`)) return { kind: 'gone' }
      const url = new URL(`https://${host}/api/v1/accounts/lookup`)
      url.searchParams.set('acct', name)
      const answer = await api.ask(url, { signal, who: host })
      if (isMissing(answer)) return { kind: 'gone' }
      const account = parseReply(answer, Account, NAME)
      if (account.suspended) return { kind: 'gone' }
      if (account.noindex || account.bot) return { kind: 'closed' }
      const fields = account.fields.flatMap(({ value, verified_at: verifiedAt }) => {
        const address = webAddress(/href="([^"]+)"/u.exec(value)?.[1] ?? htmlToText(value))
        return address === null ? [] : [{ address, isVerified: Boolean(verifiedAt) }]
      })
      const bio = said(htmlToText(account.note ?? ''))
      const profile = {
        ...NOTHING_SAID,
        url: account.url,
        name: said(account.display_name),
        bio,
        website: fields[0]?.address ?? null,
        email: publishedEmail(bio),
        links: fields.map(({ address }) => address),
        verifiedLinks: fields.filter(({ isVerified }) => isVerified).map(({ address }) => address),
      }
      return { kind: 'read', profile }
    },
  }
}
