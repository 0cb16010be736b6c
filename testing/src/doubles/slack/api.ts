import type { KnownBlock } from '@slack/web-api'
import { json, type Answer, type Question } from '../double-server.ts'
import { refusalOf } from './check-message.ts'
import type { DoubleChannel, DoubleMessage, DoubleTeam } from './workspaces.ts'

/** What the API needs of the double. */
export interface ApiWorld {
  teams: readonly DoubleTeam[]
  clientId: string
  clientSecret: string
  codes: Map<string, { team: DoubleTeam; redirectUri: string; scopes: string[]; isUsed: boolean }>
  /** The workspace of each token, also once it is revoked. */
  tokens: Map<string, DoubleTeam>
  newToken: (team: DoubleTeam) => string
  nowS: () => number
}

/** Slack's Web API: always 200 and `ok`, except for a rate limit. Every call is a form, with its blocks as JSON. */
export function answerApi(world: ApiWorld, question: Question): Answer {
  const method = question.url.pathname.replace(/^\/api\//, '')
  if (question.method !== 'POST') return refuse('invalid_post_type')
  const form = new URLSearchParams(question.body)
  if (method === 'oauth.v2.access') return exchange(world, form)
  const token = /^Bearer (.+)$/.exec(question.headers.authorization ?? '')?.[1]
  if (token === undefined) return refuse('not_authed')
  const team = world.tokens.get(token)
  if (!team) return refuse('invalid_auth')
  if (team.token !== token) return refuse('token_revoked')
  if (team.refusal !== null) return refuse(team.refusal)
  const call = METHODS[method]
  return call ? call(world, team, form) : refuse('unknown_method')
}

const METHODS: Record<string, (world: ApiWorld, team: DoubleTeam, form: URLSearchParams) => Answer> = {
  'auth.test': (_world, { id, name }) =>
    json({ ok: true, team: name, team_id: id, user: 'leadlight', user_id: 'U0BOT' }),
  'auth.revoke': (_world, team) => {
    team.token = null
    return json({ ok: true, revoked: true })
  },
  'conversations.list': (_world, team, form) => listChannels(team, form),
  'chat.postMessage': postMessage,
  'chat.update': (_world, team, form) => updateMessage(team, form),
}

function exchange({ codes, clientId, clientSecret, tokens, newToken }: ApiWorld, form: URLSearchParams): Answer {
  if (form.get('client_id') !== clientId) return refuse('invalid_client_id')
  if (form.get('client_secret') !== clientSecret) return refuse('bad_client_secret')
  const found = codes.get(form.get('code') ?? '')
  if (!found) return refuse('invalid_code')
  if (found.isUsed) return refuse('code_already_used')
  if (form.get('redirect_uri') !== found.redirectUri) return refuse('bad_redirect_uri')
  found.isUsed = true
  const { team } = found
  team.token ??= newToken(team)
  team.scopes = found.scopes
  tokens.set(team.token, team)
  return json({
    ok: true,
    app_id: 'A0DOUBLE',
    authed_user: { id: 'U0MARA' },
    scope: team.scopes.join(','),
    token_type: 'bot',
    access_token: team.token,
    bot_user_id: 'U0BOT',
    team: { id: team.id, name: team.name },
    enterprise: null,
    is_enterprise_install: false,
  })
}

function listChannels(team: DoubleTeam, form: URLSearchParams): Answer {
  const types = (form.get('types') ?? 'public_channel').split(',')
  const from = form.get('cursor') ? Number(Buffer.from(form.get('cursor') ?? '', 'base64').toString()) : 0
  if (!Number.isInteger(from)) return refuse('invalid_cursor')
  const all = [...team.channels.values()].filter(
    ({ isPrivate, isMember }) =>
      types.includes(isPrivate ? 'private_channel' : 'public_channel') && (!isPrivate || isMember),
  )
  const limit = Math.min(Number(form.get('limit') ?? 100), 1000)
  // Filtered after paging, as Slack does, which is why a page may be short.
  const page = all.slice(from, from + limit)
  const shown = form.get('exclude_archived') === 'true' ? page.filter(({ isArchived }) => !isArchived) : page
  const next = from + limit < all.length ? Buffer.from(String(from + limit)).toString('base64') : ''
  const channels = shown.map(({ id, name, isPrivate, isMember, isArchived }) => {
    return { id, name, is_channel: !isPrivate, is_private: isPrivate, is_member: isMember, is_archived: isArchived }
  })
  return json({ ok: true, channels, response_metadata: { next_cursor: next } })
}

function postMessage(world: ApiWorld, team: DoubleTeam, form: URLSearchParams): Answer {
  const channel = team.channels.get(form.get('channel') ?? '')
  if (!team.scopes.includes('chat:write')) return refuse('missing_scope')
  if (!channel || (channel.isPrivate && !channel.isMember)) return refuse('channel_not_found')
  if (channel.limited.times > 0) return limit(channel)
  if (channel.isArchived) return refuse('is_archived')
  if (!channel.isMember && !team.scopes.includes('chat:write.public')) return refuse('not_in_channel')
  const { text, blocks, metadata } = messageOf(form)
  const refusal = refusalOf(text, blocks)
  if (refusal) return refuse(refusal)
  const ts = `${world.nowS()}.${String(channel.messages.length + 1).padStart(6, '0')}`
  const message: DoubleMessage = { ts, text, blocks, metadata, edits: 0 }
  channel.messages.push(message)
  return json({ ok: true, channel: channel.id, ts, message: { type: 'message', ts, text, blocks } })
}

function updateMessage(team: DoubleTeam, form: URLSearchParams): Answer {
  const channel = team.channels.get(form.get('channel') ?? '')
  if (!channel) return refuse('channel_not_found')
  if (channel.limited.times > 0) return limit(channel)
  if (channel.isArchived) return refuse('is_archived')
  const message = channel.messages.find(({ ts }) => ts === form.get('ts'))
  if (!message) return refuse('message_not_found')
  const said = messageOf(form)
  const refusal = refusalOf(said.text, said.blocks)
  if (refusal) return refuse(refusal)
  Object.assign(message, said, { edits: message.edits + 1 })
  return json({ ok: true, channel: channel.id, ts: message.ts, text: message.text })
}

function messageOf(form: URLSearchParams): Pick<DoubleMessage, 'text' | 'blocks' | 'metadata'> {
  return {
    text: form.get('text') ?? '',
    blocks: JSON.parse(form.get('blocks') ?? '[]') as KnownBlock[],
    metadata: JSON.parse(form.get('metadata') ?? 'null') as DoubleMessage['metadata'],
  }
}

function limit({ limited }: DoubleChannel): Answer {
  limited.times -= 1
  const answer = json({ ok: false, error: 'ratelimited' }, 429)
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(limited.retryAfterS) } }
}

function refuse(error: string): Answer {
  return json({ ok: false, error })
}
