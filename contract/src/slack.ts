import { z } from 'zod'
import { endpoint, IDEMPOTENT } from './endpoint.ts'
import { Id, Instant, name, ProjectItemParams, ProjectParams, whole } from './shapes.ts'

const base = '/api/v1/slack/{projectId}'
const one = `${base}/channel_configs/{id}`

/** Slack's id of a channel, such as `C012AB3CD`. */
const ChannelId = z.string().regex(/^[A-Z0-9]{2,40}$/, 'Must be the id of a channel')

/** What prevents messages: Slack's own word for it, and a sentence that says what to do. */
export const SlackProblem = z.object({ code: z.string(), detail: z.string(), since: Instant })
export type SlackProblem = z.infer<typeof SlackProblem>

export const SlackConnection = z.object({
  connected: z.boolean(),
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The channel of leads that no channel's rule takes. */
  default_channel: z.object({ id: z.string(), name: z.string(), problem: SlackProblem.nullable() }).nullable(),
  connected_at: Instant.nullable(),
  /** Why nothing can be sent to the workspace any more; null while it can. */
  problem: SlackProblem.nullable(),
  /** Messages that are still to be sent. */
  waiting: z.number().int(),
  last_posted_at: Instant.nullable(),
})
export type SlackConnection = z.infer<typeof SlackConnection>

export const SlackChannel = z.object({
  id: z.string(),
  name: z.string(),
  is_private: z.boolean(),
  /** Whether Leadlight is a member. Somebody has to invite it into a private channel. */
  is_member: z.boolean(),
})
export type SlackChannel = z.infer<typeof SlackChannel>

export const SlackChannelConfig = z.object({
  id: Id,
  channel_id: z.string(),
  channel_name: z.string(),
  /** Whether new leads are posted. */
  new_leads: z.boolean(),
  /** Only leads that match one of these signals; empty for all. */
  intent_signals: z.array(Id),
  /** Only leads with at least this score. */
  minimum_score: z.number().int().nullable(),
  /** Leads that get one of these statuses are posted too. */
  statuses: z.array(Id),
  problem: SlackProblem.nullable(),
  created_at: Instant,
})
export type SlackChannelConfig = z.infer<typeof SlackChannelConfig>

const fields = {
  channel_id: ChannelId,
  channel_name: name(100),
  new_leads: z.boolean(),
  intent_signals: z.array(Id).max(100),
  minimum_score: z.number().int().min(0).max(100).nullable(),
  statuses: z.array(Id).max(100),
}

export const getSlackConnection = endpoint({
  name: 'getSlackConnection',
  method: 'GET',
  path: `${base}/connection`,
  summary: 'Whether the project is connected with a Slack workspace, and how that goes.',
  access: 'slack.read',
  params: ProjectParams,
  reply: SlackConnection,
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const connectSlack = endpoint({
  name: 'connectSlack',
  method: 'POST',
  path: `${base}/connect`,
  summary:
    'Begins to connect the project: answers the address at Slack where somebody allows it. It holds for ten minutes.',
  access: 'slack.write',
  cost: 'asking',
  params: ProjectParams,
  reply: z.object({ authorization_url: z.string() }),
  errors: ['project_not_found', 'slack_not_offered'],
})

export const finishSlackConnection = endpoint({
  name: 'finishSlackConnection',
  method: 'GET',
  path: '/api/v1/slack/oauth-callback',
  summary: 'Ends what connect began, by what Slack sent back; for whoever began it, once.',
  access: 'signed_in',
  cost: 'asking',
  query: z.object({ code: z.string().min(1).max(500), state: z.string().min(1).max(200) }),
  reply: z.object({ project_id: Id, team_name: z.string() }),
  errors: ['slack_not_offered', 'slack_state_invalid', 'slack_refused', 'slack_unavailable', 'role_too_low'],
  audit: [],
})

export const disconnectSlack = endpoint({
  name: 'disconnectSlack',
  method: 'DELETE',
  path: `${base}/disconnect`,
  summary: 'Disconnects the project, with its channels, and takes back what Slack has allowed.',
  access: 'slack.write',
  params: ProjectParams,
  errors: ['project_not_found', 'slack_not_connected'],
  tells: 'slack',
})

export const listSlackChannels = endpoint({
  name: 'listSlackChannels',
  method: 'GET',
  path: `${base}/channels`,
  summary:
    'The workspace’s channels, page by page as Slack gives them, or those whose name has `name` in it. A page may be short or empty and not the last.',
  access: 'slack.read',
  cost: 'asking',
  params: ProjectParams,
  query: z.object({
    cursor: z.string().min(1).max(500).optional(),
    limit: whole(1, 200).optional(),
    name: z.string().trim().min(1).max(80).optional(),
  }),
  reply: z.object({ items: z.array(SlackChannel), next_cursor: z.string().nullable() }),
  errors: ['project_not_found', 'slack_not_connected', 'slack_refused', 'slack_unavailable', 'cursor_invalid'],
})

export const setSlackDefaultChannel = endpoint({
  name: 'setSlackDefaultChannel',
  method: 'POST',
  path: `${base}/update-channel`,
  summary: 'Sets where leads go that no channel’s rule takes; with an empty id nowhere.',
  access: 'slack.write',
  params: ProjectParams,
  query: z.object({ channel_id: z.union([ChannelId, z.literal('')]), channel_name: name(100, 0) }),
  reply: SlackConnection,
  errors: ['project_not_found', 'slack_not_connected'],
  tells: 'slack',
})

export const sendSlackTest = endpoint({
  name: 'sendSlackTest',
  method: 'POST',
  path: `${base}/test`,
  summary: 'Sends a test message to a channel now, once, and answers how that went. Takes an `Idempotency-Key`.',
  access: 'slack.write',
  cost: 'asking',
  params: ProjectParams,
  body: z.strictObject({ channel_id: ChannelId }),
  reply: z.object({ sent: z.boolean(), problem: SlackProblem.nullable() }),
  errors: ['project_not_found', 'slack_not_connected', 'too_many_attempts', ...IDEMPOTENT],
  tells: 'slack',
})

export const listSlackChannelConfigs = endpoint({
  name: 'listSlackChannelConfigs',
  method: 'GET',
  path: `${base}/channel_configs`,
  summary: 'Which channels are told of which leads, oldest first.',
  access: 'slack.read',
  params: ProjectParams,
  reply: z.array(SlackChannelConfig),
  errors: ['project_not_found'],
  mayBeKept: true,
})

const configErrors = ['project_not_found', 'slack_not_connected', 'signal_not_found', 'status_not_found'] as const

export const createSlackChannelConfig = endpoint({
  name: 'createSlackChannelConfig',
  method: 'POST',
  path: `${base}/channel_configs`,
  summary: 'Has a channel told of new leads, or of those that are given a status.',
  access: 'slack.write',
  params: ProjectParams,
  body: z.strictObject({
    channel_id: fields.channel_id,
    channel_name: fields.channel_name,
    new_leads: fields.new_leads.optional(),
    intent_signals: fields.intent_signals.optional(),
    minimum_score: fields.minimum_score.optional(),
    statuses: fields.statuses.optional(),
  }),
  reply: SlackChannelConfig,
  status: 201,
  errors: [...configErrors, 'slack_config_limit_reached'],
  audit: ['channel_id', 'new_leads', 'intent_signals', 'minimum_score', 'statuses'],
  tells: 'slack',
})

export const updateSlackChannelConfig = endpoint({
  name: 'updateSlackChannelConfig',
  method: 'PUT',
  path: one,
  summary: 'Changes what a channel is told of. What is left out stays.',
  access: 'slack.write',
  params: ProjectItemParams,
  body: z
    .strictObject(fields)
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Send at least one field')
    .refine(
      (body) => (body.channel_id === undefined) === (body.channel_name === undefined),
      'Send a channel’s id with its name',
    ),
  reply: SlackChannelConfig,
  errors: [...configErrors, 'slack_config_not_found'],
  audit: ['channel_id', 'new_leads', 'intent_signals', 'minimum_score', 'statuses'],
  tells: 'slack',
})

export const deleteSlackChannelConfig = endpoint({
  name: 'deleteSlackChannelConfig',
  method: 'DELETE',
  path: one,
  summary: 'Tells the channel of no more leads by this rule. What it was told stays there.',
  access: 'slack.write',
  params: ProjectItemParams,
  errors: ['project_not_found', 'slack_config_not_found'],
  tells: 'slack',
})

export const receiveSlackInteraction = endpoint({
  name: 'receiveSlackInteraction',
  method: 'POST',
  path: '/api/v1/slack/interactions',
  summary: 'For Slack: what somebody pressed on a message there. Takes what carries Slack’s signature.',
  access: 'public',
  body: z.looseObject({ payload: z.string() }),
  bodyKind: 'form',
  // Slack sends the whole message along, with every status to choose from.
  bodyBytesMax: 250_000,
  status: 200,
  errors: ['signature_invalid', 'slack_not_offered'],
  audit: [],
})

export const receiveSlackEvent = endpoint({
  name: 'receiveSlackEvent',
  method: 'POST',
  path: '/api/v1/slack/events',
  summary: 'For Slack: hears that the app was removed from a workspace. Takes what carries Slack’s signature.',
  access: 'public',
  body: z.looseObject({ type: z.string() }),
  bodyBytesMax: 64_000,
  reply: z.looseObject({ challenge: z.string().optional() }),
  errors: ['signature_invalid', 'slack_not_offered'],
  audit: false,
})
