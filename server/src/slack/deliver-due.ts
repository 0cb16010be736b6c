import { slackRestOf, waitBeforeNextPost } from '@leadlight/domain/slack'
import { describeLeads } from '../leads/describe-leads.ts'
import type { Tx } from '../platform/db.ts'
import { fraction } from '../platform/random.ts'
import { organizationScope } from '../platform/scopes.ts'
import { SlackError, type Slack, type SlackPost } from '../senders/slack.ts'
import { readStatuses } from '../statuses/read-statuses.ts'
import { announceSlack } from './announce-slack.ts'
import { findRest, noteProblem, noteRest, noteWorking, type ChannelPlace } from './channel-store.ts'
import { composeLeadPost } from './compose-lead-post.ts'
import { findConnectionById, type ConnectionRow } from './connection-store.ts'
import { failWaiting, selectDue, settleFailed, settleSent, type DueMessage } from './message-store.ts'
import { shutOut } from './note-shut-out.ts'
import { openToken } from './open-token.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** After which a channel makes room for others. */
const TURN_MS = 20_000

interface Due {
  connection: ConnectionRow
  message: DueMessage
  post: SlackPost
}

/**
 * Sends what is due to a channel, one after another, until nothing is or its turn is over; then answers `again`. A channel that
 * asks for a rest gets it; where Slack cannot be reached it is tried again for half a day; what Slack will never take is given up.
 */
export async function deliverDue(
  deps: SlackDependencies,
  place: { organizationId: string; connectionId: string; channelId: string },
  { leaving }: { leaving: AbortSignal },
): Promise<'again' | void> {
  const { app } = deps
  if (!app) return
  const startedMs = performance.now()
  while (!leaving.aborted && performance.now() - startedMs < TURN_MS) {
    const due = await findDue(deps, place)
    if (!due) return
    if (!(await deliver(deps, app.slack, place.channelId, due))) return
  }
  return 'again'
}

/** The next message with what it says now; undefined where there is none, or it is not the time for it. */
async function findDue(
  { db, clock, publicUrl }: SlackDependencies,
  place: { organizationId: string; connectionId: string; channelId: string },
): Promise<Due | undefined> {
  const { organizationId, connectionId } = place
  const now = clock.now()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const connection = await findConnectionById(tx, organizationId, connectionId)
    if (!connection) return undefined
    if (connection.problem !== null) {
      await failWaiting(tx, organizationId, connectionId, connection.problem)
      return undefined
    }
    const rest = await findRest(tx, place)
    if (rest && rest > now) return undefined
    const [message] = await selectDue(tx, place, { now, limit: 1 })
    if (!message) return undefined
    const { project_id: projectId } = connection
    const [lead] = await describeLeads(tx, organizationId, { projectId, ids: [message.leadId] })
    const statuses = await readStatuses(tx, organizationId, { projectId, kind: 'lead' })
    const { leadId, id: messageId } = message
    return { connection, message, post: composeLeadPost({ publicUrl, projectId, leadId, messageId, lead, statuses }) }
  })
}

/** Sends one message and writes down how that went. Answers whether the channel is to be sent more at once. */
async function deliver(
  deps: SlackDependencies,
  slack: Slack,
  channelId: string,
  { connection, message, post }: Due,
): Promise<boolean> {
  const { organization_id: organizationId, project_id: projectId, id: connectionId } = connection
  const place = { organizationId, projectId, connectionId, channelId }
  const scope = organizationScope(organizationId)
  try {
    const token = openToken(deps.vault, connectionId, connection.token)
    const ts = await send(slack, { token, channelId, post, ts: message.ts })
    const { id, changes } = message
    await deps.db.transaction(scope, async (tx) => {
      const now = deps.clock.now()
      await settleSent(tx, organizationId, { id, ts, changes, now })
      await noteWorking(tx, place, now)
    })
    return true
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    return await deps.db.transaction(scope, (tx) => settle(tx, deps, place, { connection, message, error }))
  }
}

async function send(
  slack: Slack,
  { token, channelId, post, ts }: { token: string; channelId: string; post: SlackPost; ts: string | null },
): Promise<string> {
  if (ts === null) return slack.post(token, channelId, post)
  await slack.update(token, { channelId, ts }, post)
  return ts
}

interface Failed {
  connection: ConnectionRow
  message: DueMessage
  error: SlackError
}

/** What follows of a failure for the message, the channel and the connection. Answers whether to go on. */
async function settle(
  tx: Tx,
  deps: SlackDependencies,
  place: ChannelPlace,
  { connection, message, error }: Failed,
): Promise<boolean> {
  const { organizationId, projectId } = place
  const now = deps.clock.now()
  const giveUp = () => settleFailed(tx, organizationId, { id: message.id, error: error.code, nextTryAt: null })
  if (error.failure === 'shut_out') {
    await shutOut(tx, deps, connection, error.code)
    return false
  }
  if (error.failure === 'resting') {
    // Whoever looks for what is due takes the channel up again: a second job beside that one would post twice.
    await noteRest(tx, place, new Date(now.getTime() + slackRestOf(error.restMs ?? 0)))
    return false
  }
  if (error.failure === 'unreachable') {
    const waitMs = waitBeforeNextPost(message.tries + 1, fraction(deps.random))
    const nextTryAt = waitMs === null ? null : new Date(now.getTime() + waitMs)
    await settleFailed(tx, organizationId, { id: message.id, error: error.code, nextTryAt })
    await noteProblem(tx, place, { problem: error.code, at: now })
    return false
  }
  await giveUp()
  // A message that was deleted in Slack can be changed no more, which says nothing of its channel.
  if (message.ts !== null) return true
  await noteProblem(tx, place, { problem: error.code, at: now })
  await announceSlack(tx, deps, organizationId, projectId)
  return true
}
