import { z } from 'zod'
import type { Clock } from '../platform/clock.ts'
import { parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { ChannelKey } from './channel.ts'
import type { PlatformApi } from './platform-api.ts'

/** A token is renewed this long before it expires. */
const MARGIN_MS = 60_000
const KEYS_MAX = 500

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().min(1) })
const Refusal = z.object({ error: z.union([z.string(), z.number()]) })

interface TokenOptions {
  siteUrl: string
  api: PlatformApi
  clock: Clock
}

interface KeptToken {
  token: Promise<string>
  untilMs: number
}

export interface RedditTokens {
  /** Calls `ask` with the client's shared token, renewed when it expires or was revoked early. */
  use: (
    key: ChannelKey,
    signal: AbortSignal,
    ask: (token: string) => Promise<PlatformAnswer>,
  ) => Promise<PlatformAnswer>
}

/** Application-only tokens (RFC 6749 §4.4), valid an hour each. */
export function createRedditTokens({ siteUrl, api, clock }: TokenOptions): RedditTokens {
  const kept = new Map<string, KeptToken>()

  async function request(key: ChannelKey, signal: AbortSignal): Promise<z.infer<typeof Token>> {
    const basic = Buffer.from(`${key['clientId'] ?? ''}:${key['clientSecret'] ?? ''}`).toString('base64')
    const answer = await api
      .ask(new URL(`${siteUrl}/api/v1/access_token`), {
        signal,
        who: key['clientId'],
        headers: { authorization: `Basic ${basic}` },
        body: { type: 'application/x-www-form-urlencoded', text: 'grant_type=client_credentials' },
      })
      .catch(explain)
    // A refused grant comes with status 200.
    if (Refusal.safeParse(parseReply(answer, z.unknown(), api.name)).success) throw refusedKey()
    return parseReply(answer, Token, api.name)
  }

  function take(key: ChannelKey, signal: AbortSignal): KeptToken {
    const name = JSON.stringify([key['clientId'], key['clientSecret']])
    const known = kept.get(name)
    if (known && known.untilMs > clock.now().getTime()) return known
    const made: KeptToken = { token: Promise.resolve(''), untilMs: Infinity }
    made.token = request(key, signal).then(({ access_token, expires_in }) => {
      made.untilMs = clock.now().getTime() + expires_in * 1000 - MARGIN_MS
      return access_token
    })
    made.token.catch(() => kept.delete(name))
    kept.delete(name)
    kept.set(name, made)
    const [oldest] = kept.keys()
    if (kept.size > KEYS_MAX && oldest !== undefined) kept.delete(oldest)
    return made
  }

  return {
    async use(key, signal, ask) {
      const kept = take(key, signal)
      try {
        return await ask(await kept.token)
      } catch (error) {
        if (!isEnded(error)) throw error
        kept.untilMs = 0
        return ask(await take(key, signal).token)
      }
    },
  }
}

function isEnded(error: unknown): boolean {
  return error instanceof ChannelError && error.kind === 'refused' && error.message.includes('401')
}

function explain(error: unknown): never {
  throw isEnded(error) ? refusedKey() : error
}

function refusedKey(): ChannelError {
  return new ChannelError('key_refused', 'Reddit does not accept this client id and secret; check them.', null)
}
