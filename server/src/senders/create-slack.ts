import { ErrorCode, WebClient, type Logger } from '@slack/web-api'
import type { OutboundFetch } from '../platform/outbound.ts'
import { SlackError, type Slack, type SlackFailure, type SlackPost } from './slack.ts'

/** The scopes requested: to post, in public channels without an invitation, and to list channels. */
export const SLACK_SCOPES = ['chat:write', 'chat:write.public', 'channels:read', 'groups:read']

const ANSWER_MS_MAX = 10_000
const ANSWER_BYTES_MAX = 5_000_000
const CODE_CHARACTERS_MAX = 60
/** The pause where Slack does not say for how long. */
const REST_MS = 30_000

const SHUT_OUT = new Set([
  'token_revoked',
  'token_expired',
  'account_inactive',
  'invalid_auth',
  'not_authed',
  'missing_scope',
  'no_permission',
  'org_login_required',
  'team_access_not_granted',
  'ekm_access_denied',
  'access_denied',
  'enterprise_is_restricted',
])
const OF_CHANNEL = new Set([
  'channel_not_found',
  'is_archived',
  'not_in_channel',
  'channel_type_not_supported',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_only_channel',
])
const RESTING = new Set(['ratelimited', 'rate_limited', 'message_limit_exceeded'])
const UNREACHABLE = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])

export interface SlackSettings {
  clientId: string
  clientSecret: string
  apiUrl: string
  /** Where Slack redirects back to. */
  redirectUri: string
}

/** Slack by its own library, through the installation's outbound fetch; it tries once, and our jobs retry. */
export function createSlack(settings: SlackSettings, outbound: OutboundFetch): Slack {
  const { clientId, clientSecret, apiUrl, redirectUri } = settings
  const clientOf = (token?: string) =>
    new WebClient(token, {
      slackApiUrl: `${apiUrl}/`,
      allowAbsoluteUrls: false,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: silent,
      fetch: (url, init) => ask(outbound, url, init),
    })
  return {
    authorizationUrl(state) {
      const url = new URL('../oauth/v2/authorize', `${apiUrl}/`)
      const asked = { client_id: clientId, scope: SLACK_SCOPES.join(','), redirect_uri: redirectUri, state }
      url.search = new URLSearchParams(asked).toString()
      return url.href
    },
    async exchangeCode(code) {
      const sent = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri, code }
      const answer = await told(() => clientOf().oauth.v2.access(sent))
      // An app installed for all workspaces of an enterprise names none of them.
      if (answer.is_enterprise_install === true) throw new SlackError('refused', 'enterprise_install')
      const { access_token: token, team, scope = '' } = answer
      if (!token || !team?.id) throw new SlackError('refused', 'answer_incomplete')
      return { teamId: team.id, teamName: team.name ?? team.id, token, scopes: scope.split(',').filter(Boolean) }
    },
    async listChannels(token, { cursor, limit }) {
      const answer = await told(() =>
        clientOf(token).conversations.list({
          types: 'public_channel,private_channel',
          exclude_archived: true,
          limit,
          ...(cursor !== undefined && { cursor }),
        }),
      )
      const channels = (answer.channels ?? []).flatMap(({ id, name, is_private, is_member }) =>
        id && name ? [{ id, name, isPrivate: is_private === true, isMember: is_member === true }] : [],
      )
      return { channels, nextCursor: answer.response_metadata?.next_cursor || null }
    },
    async post(token, channelId, post) {
      const answer = await told(() =>
        clientOf(token).chat.postMessage({
          channel: channelId,
          unfurl_links: false,
          unfurl_media: false,
          ...bodyOf(post),
        }),
      )
      if (!answer.ts) throw new SlackError('refused', 'answer_incomplete')
      return answer.ts
    },
    async update(token, { channelId, ts }, post) {
      await told(() => clientOf(token).chat.update({ channel: channelId, ts, ...bodyOf(post) }))
    },
    async revoke(token) {
      try {
        await told(() => clientOf(token).auth.revoke())
      } catch (error) {
        if (error instanceof SlackError && error.failure === 'shut_out') return
        throw error
      }
    },
  }
}

function bodyOf({ text, blocks, id }: SlackPost) {
  return { text, blocks, metadata: { event_type: 'leadlight_message', event_payload: { id } } }
}

type Asked = Parameters<NonNullable<NonNullable<ConstructorParameters<typeof WebClient>[1]>['fetch']>>

function ask(outbound: OutboundFetch, url: Asked[0], init: Asked[1]): Promise<Response> {
  const { method = 'POST', headers = {}, body, redirect = 'error' } = init ?? {}
  if (typeof body !== 'string') throw new Error('Slack is sent forms alone.')
  const limits = { headersMs: ANSWER_MS_MAX, totalMs: ANSWER_MS_MAX, maxBytes: ANSWER_BYTES_MAX }
  return outbound(url, { method, headers, body, redirect, limits })
}

/** Turns whatever the library throws into a SlackError. */
async function told<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): SlackError {
  const { code, data, retryAfter } = error as { code?: unknown; data?: { error?: unknown }; retryAfter?: unknown }
  if (code === ErrorCode.RateLimitedError) {
    return new SlackError('resting', 'ratelimited', typeof retryAfter === 'number' ? retryAfter * 1000 : REST_MS)
  }
  if (code !== ErrorCode.PlatformError) return new SlackError('unreachable', 'unreachable')
  const word = typeof data?.error === 'string' ? data.error : ''
  // A whole page may be there in place of a code.
  if (!/^[a-z][a-z0-9_]*$/.test(word)) return new SlackError('unreachable', 'unreachable')
  const failure = kindOf(word)
  return new SlackError(failure, word.slice(0, CODE_CHARACTERS_MAX), failure === 'resting' ? REST_MS : null)
}

function kindOf(word: string): SlackFailure {
  if (SHUT_OUT.has(word)) return 'shut_out'
  if (OF_CHANNEL.has(word)) return 'channel'
  if (RESTING.has(word)) return 'resting'
  return UNREACHABLE.has(word) ? 'unreachable' : 'refused'
}

/** The library would log data beside tokens to the console; anything that matters is thrown. */
const silent: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => 'error' as ReturnType<Logger['getLevel']>,
  setName() {},
}
