import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import type { OutboundFetch } from '../platform/outbound.ts'
import { parseReply } from './ask-platform.ts'
import { GITHUB, githubFailure } from './github-replies.ts'
import { createPlatformApi } from './platform-api.ts'
import { isMissing, NOTHING_SAID, said, webAddress, type ProfileSource } from './profile-source.ts'

const optionalText = z.string().nullish().catch(null)
const User = z.object({
  login: z.string(),
  html_url: z.url(),
  name: optionalText,
  bio: optionalText,
  company: optionalText,
  blog: optionalText,
  location: optionalText,
  email: optionalText,
})

interface GithubProfileOptions {
  /** Such as `https://api.github.com`. */
  apiUrl: string
  token?: string | undefined
  fetch: OutboundFetch
  clock: Clock
}

/** Leaves some of the 60 requests an hour without a token, or 5,000 with one, to others. */
export function createGithubProfiles({ apiUrl, token, fetch, clock }: GithubProfileOptions): ProfileSource {
  const requests = token === undefined ? 50 : 2_000
  const api = createPlatformApi({
    name: GITHUB,
    fetch,
    clock,
    requests,
    windowMs: 3_600_000,
    failureOf: (answer, call) => (isMissing(answer) ? undefined : githubFailure(answer, call)),
  })
  const headers = {
    accept: 'application/vnd.github+json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return {
    platform: 'github',
    async read({ handle }, signal) {
      const answer = await api.ask(new URL(`${apiUrl}/users/${encodeURIComponent(handle)}`), { signal, headers })
      if (isMissing(answer)) return { kind: 'gone' }
      const user = parseReply(answer, User, GITHUB)
      const profile = {
        ...NOTHING_SAID,
        url: user.html_url,
        name: said(user.name),
        bio: said(user.bio),
        company: said(user.company),
        location: said(user.location),
        website: webAddress(user.blog),
        email: said(user.email),
      }
      return { kind: 'read', profile }
    },
  }
}
