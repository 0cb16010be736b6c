import { createHash } from 'node:crypto'
import { z } from 'zod'
import { triageOutside, type OutsideChange } from '../../workspace/leads/triage-outside.ts'
import { nameTarget } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { organizationScope, slackScope } from '../../platform/scopes.ts'
import { NO_STATUS, READ_ACTION, STATUS_ACTION } from './compose-lead-post.ts'
import { findConnection } from './connection-store.ts'
import { findAnyMessage, type MessageRow } from './message-store.ts'
import { insertPress } from './press-store.ts'
import { requireApp, type SlackDependencies } from './slack-dependencies.ts'
import { verifySignature, type SignedRequest } from './verify-signature.ts'

const NAME_MAX = 60

/** A press as Slack reports it (docs.slack.dev, block_actions), as far as it is read. */
const Press = z.object({
  type: z.literal('block_actions'),
  user: z.object({ id: z.string(), name: z.string().optional(), username: z.string().optional() }),
  team: z.object({ id: z.string() }),
  container: z.object({ message_ts: z.string(), channel_id: z.string() }),
  actions: z
    .array(
      z.object({
        action_id: z.string(),
        block_id: z.string(),
        action_ts: z.string(),
        selected_option: z.object({ value: z.string() }).nullish(),
      }),
    )
    .min(1),
})
type Press = z.infer<typeof Press>

/**
 * Applies what somebody pressed on a message in Slack, once however often it is sent. Anybody in a channel that the
 * team sends its leads to may triage them there, and nothing else. Foreign and outdated presses are ignored: Slack only
 * needs an acknowledgement.
 */
export async function receiveInteraction(
  deps: SlackDependencies,
  request: SignedRequest,
  payload: string,
): Promise<void> {
  verifySignature(request, requireApp(deps).signingSecret, deps.clock.now())
  const press = readPress(payload)
  const [action] = press?.actions ?? []
  const change = action && changeOf(action)
  if (!press || !change || !z.uuid().safeParse(action.block_id).success) return
  const message = await deps.db.transaction(slackScope(), (tx) => findAnyMessage(tx, action.block_id))
  if (!message || !isOf(message, press)) return
  await act(deps, message, { press, change, actionTs: action.action_ts })
}

/** Undefined for anything but a press on a message. */
function readPress(payload: string): Press | undefined {
  try {
    return Press.safeParse(JSON.parse(payload)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function changeOf({ action_id: action, selected_option: chosen }: Press['actions'][number]): OutsideChange | undefined {
  if (action === READ_ACTION) return { field: 'read' }
  if (action !== STATUS_ACTION || !chosen) return undefined
  if (chosen.value === NO_STATUS) return { field: 'status', value: null }
  return z.uuid().safeParse(chosen.value).success ? { field: 'status', value: chosen.value } : undefined
}

/** Whether the button is on the very message that we posted there. */
function isOf(message: MessageRow, { container }: Press): boolean {
  return message.channel_id === container.channel_id && message.ts === container.message_ts
}

async function act(
  deps: SlackDependencies,
  { organization_id: organizationId, project_id: projectId, connection_id: connectionId, lead_id: leadId }: MessageRow,
  { press, change, actionTs }: { press: Press; change: OutsideChange; actionTs: string },
): Promise<void> {
  const { user, team, container } = press
  // A summary has no buttons that change a lead.
  if (leadId === null) return
  nameTarget({ project_id: projectId, lead_id: leadId, slack_user_id: user.id, field: change.field })
  try {
    await deps.db.transaction(organizationScope(organizationId), async (tx) => {
      const connection = await findConnection(tx, organizationId, projectId)
      if (connection?.id !== connectionId || connection.team_id !== team.id) return
      const key = keyOf([team.id, container.channel_id, container.message_ts, user.id, actionTs])
      const at = deps.clock.now()
      if (!(await insertPress(tx, { key, organization_id: organizationId, project_id: projectId, at }))) return
      await triageOutside(tx, deps, { organizationId, projectId, leadId, by: `${nameOf(user)} in Slack` }, change)
    })
  } catch (error) {
    // The lead or the status was deleted here since the message was posted; the message follows.
    if (!(error instanceof AppError) || error.kind !== 'not_found') throw error
  }
}

function keyOf(parts: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

function nameOf({ name, username, id }: Press['user']): string {
  const given = (name ?? username ?? id).replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return given.slice(0, NAME_MAX).toWellFormed() || id
}
