import { createHmac } from 'node:crypto'
import { systemClock, type Clock } from '@leadlight/server/platform/clock'
import { startDouble, type Answer, type Double, type Question } from '../double-server.ts'
import { answerApi, type ApiWorld } from './api.ts'
import { goTo, html, showAuthorize, showChannel } from './pages.ts'
import { usualTeam, type DoubleMessage, type DoubleTeam } from './workspaces.ts'

const CLIENT_ID = '1234567890.double'
const CLIENT_SECRET = 'shared-with-the-double-of-slack'
const SIGNING_SECRET = 'signed-by-the-double-of-slack'
const INTERACTIONS = '/api/v1/slack/interactions'
const EVENTS = '/api/v1/slack/events'

export interface Pressing {
  channelId: string
  ts: string
  actionId: string
  /** The chosen option of a select. */
  option?: string
  user?: { id: string; name: string }
}

export interface SignedCall {
  path: string
  headers: Record<string, string>
  body: string
}

export interface SlackDouble {
  /** The environment the product needs to use it. */
  environment: Record<string, string>
  url: string
  teams: DoubleTeam[]
  /** Dates requests and messages. */
  clock: Clock
  /** The product's address, for presses and events. */
  productUrl: string | undefined
  /** The next requests meet the fault. */
  failNext: Double['failNext']
  recover: Double['recover']
  questions: Question[]
  /**
   * A browser at the authorize page: allows the app for the workspace, or cancels. Resolves with the parameters it is
   * sent back with.
   */
  allow(authorizationUrl: string, teamId: string | null): URLSearchParams
  /** Slack's signed request for a press. */
  press(pressing: Pressing): SignedCall
  /** Slack's signed request for an event of a workspace. */
  signEvent(teamId: string, event: object): SignedCall
  sign(path: string, body: string, contentType: string, at?: Date): SignedCall
  /** The workspace's token, as if somebody had allowed the app there. */
  installed(teamId: string): string
  /** Removes the app from the workspace. */
  uninstall(teamId: string): void
  close(): Promise<void>
}

export interface SlackDoubleOptions {
  teams?: DoubleTeam[]
  clock?: Clock
  productUrl?: string
  /** 0, the default, takes any free port. */
  port?: number
  /** Called when a message is in its channel and its sender has no answer yet. */
  onPost?: () => Promise<void>
}

/** Slack: workspaces that allow an app, their channels and messages, and signed requests for presses. */
export async function startSlackDouble(options: SlackDoubleOptions = {}): Promise<SlackDouble> {
  const { teams = [usualTeam()], clock = systemClock, productUrl, port = 0, onPost } = options
  let made = 0
  const codes: ApiWorld['codes'] = new Map()
  const world: ApiWorld = {
    teams,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    codes,
    tokens: new Map(),
    newToken: ({ id }) => `xoxb-double-${id}-${++made}`,
    nowS: () => Math.floor(double.clock.now().getTime() / 1000),
  }
  const server = await startDouble((question) => answer(question), { port })

  async function answer(question: Question): Promise<Answer> {
    const { pathname, searchParams } = question.url
    const form = new URLSearchParams(question.body)
    if (pathname.startsWith('/api/')) {
      const answered = answerApi(world, question)
      if (pathname === '/api/chat.postMessage') await onPost?.()
      return answered
    }
    if (pathname === '/oauth/v2/authorize') {
      if (question.method !== 'POST') return showAuthorize(teams, searchParams)
      return goTo(leadBack(form, form.get('team') || null).href)
    }
    const [, place = '', teamId = '', channelId = ''] = pathname.split('/')
    const team = teams.find(({ id }) => id === teamId)
    const channel = team?.channels.get(channelId)
    if (place === 'channel' && team && channel) return showChannel(team, channel)
    if (pathname === '/press' && question.method === 'POST') return pressFrom(form)
    return html('Not found', '<p>There is no such page.</p>', 404)
  }

  function leadBack(asked: URLSearchParams, teamId: string | null): URL {
    const redirectUri = asked.get('redirect_uri') ?? ''
    const back = new URL(redirectUri)
    const team = teams.find(({ id }) => id === teamId)
    if (team) {
      const code = `code-${++made}`
      codes.set(code, { team, redirectUri, scopes: (asked.get('scope') ?? '').split(','), isUsed: false })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    back.searchParams.set('state', asked.get('state') ?? '')
    return back
  }

  async function pressFrom(form: URLSearchParams): Promise<Answer> {
    const field = (name: string) => form.get(name) ?? ''
    const option = form.get('option')
    const pressing = { channelId: field('channel'), ts: field('ts'), actionId: field('action_id') }
    const { team } = find(pressing)
    const { path, headers, body } = double.press({ ...pressing, ...(option !== null && { option }) })
    const reply = await fetch(`${double.productUrl ?? ''}${path}`, { method: 'POST', headers, body })
    if (!reply.ok) return html('Something went wrong', `<p>The app answered ${reply.status}.</p>`, 502)
    return goTo(`/channel/${team.id}/${pressing.channelId}`)
  }

  function find({ channelId, ts }: { channelId: string; ts: string }): { team: DoubleTeam; message: DoubleMessage } {
    for (const team of teams) {
      const message = team.channels.get(channelId)?.messages.find((one) => one.ts === ts)
      if (message) return { team, message }
    }
    throw new Error(`There is no message ${ts} in ${channelId}.`)
  }

  const double: SlackDouble = {
    environment: {
      SLACK_API_URL: `${server.url}/api`,
      SLACK_CLIENT_ID: CLIENT_ID,
      SLACK_CLIENT_SECRET: CLIENT_SECRET,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
    },
    url: server.url,
    teams,
    clock,
    productUrl,
    failNext: (...fault) => server.failNext(...fault),
    recover: () => server.recover(),
    questions: server.questions,
    allow(authorizationUrl, teamId) {
      const { origin, pathname, searchParams } = new URL(authorizationUrl)
      if (`${origin}${pathname}` !== `${server.url}/oauth/v2/authorize`)
        throw new Error('That is not our authorize page.')
      if (searchParams.get('client_id') !== CLIENT_ID) throw new Error('Slack does not know the app.')
      return leadBack(searchParams, teamId).searchParams
    },
    press(pressing) {
      const payload = JSON.stringify(pressPayload(pressing, { ...find(pressing), at: double.clock.now() }, ++made))
      const body = new URLSearchParams({ payload }).toString()
      return double.sign(INTERACTIONS, body, 'application/x-www-form-urlencoded')
    },
    signEvent(teamId, event) {
      const body = {
        type: 'event_callback',
        team_id: teamId,
        api_app_id: 'A0DOUBLE',
        event,
        event_id: `Ev${++made}`,
        event_time: Math.floor(double.clock.now().getTime() / 1000),
      }
      return double.sign(EVENTS, JSON.stringify(body), 'application/json')
    },
    sign(path, body, contentType, at = double.clock.now()) {
      const timestamp = String(Math.floor(at.getTime() / 1000))
      const digest = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
      const signed = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${digest}` }
      return { path, headers: { 'content-type': contentType, ...signed }, body }
    },
    installed(teamId) {
      const team = teams.find(({ id }) => id === teamId)
      if (!team) throw new Error(`There is no workspace ${teamId}.`)
      team.token ??= world.newToken(team)
      team.scopes = ['chat:write', 'chat:write.public', 'channels:read', 'groups:read']
      world.tokens.set(team.token, team)
      return team.token
    },
    uninstall(teamId) {
      const team = teams.find(({ id }) => id === teamId)
      if (team) team.token = null
    },
    close: () => server.close(),
  }
  return double
}

/** As Slack sends it (docs.slack.dev, block_actions). */
function pressPayload(
  { channelId, ts, actionId, option, user = { id: 'U0MARA', name: 'mara' } }: Pressing,
  { team, message, at }: { team: DoubleTeam; message: DoubleMessage; at: Date },
  number: number,
): object {
  const actions = message.blocks.find((block) => block.type === 'actions')
  const actionTs = `${Math.floor(at.getTime() / 1000)}.${String(number).padStart(6, '0')}`
  const ids = { block_id: actions?.block_id ?? '', action_id: actionId, action_ts: actionTs }
  const chosen = {
    type: 'static_select',
    selected_option: { text: { type: 'plain_text', text: 'Chosen' }, value: option },
  }
  return {
    type: 'block_actions',
    user: { id: user.id, username: user.name, name: user.name, team_id: team.id },
    api_app_id: 'A0DOUBLE',
    token: 'deprecated',
    container: { type: 'message', message_ts: ts, channel_id: channelId, is_ephemeral: false },
    trigger_id: `${number}.trigger`,
    team: { id: team.id, domain: 'marble' },
    enterprise: null,
    channel: { id: channelId, name: team.channel(channelId).name },
    message: { type: 'message', ts, text: message.text, blocks: message.blocks },
    actions: [
      option === undefined
        ? { ...ids, type: 'button', value: message.metadata?.event_payload.id }
        : { ...ids, ...chosen },
    ],
  }
}
