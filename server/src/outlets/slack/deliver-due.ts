import type { ProjectIds } from '../../platform/actor.ts'
import { createHash } from 'node:crypto'
import { slackRestOf, waitBeforeNextPost } from '@leadlight/domain/slack'
import { describeLeads } from '../../workspace/leads/describe-leads.ts'
import { findLiveMatches } from '../../workspace/leads/find-live-matches.ts'
import type { Tx } from '../../platform/db.ts'
import { fraction } from '../../platform/random.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { SlackError, type Slack, type SlackPost } from '../../senders/slack.ts'
import { readStatuses } from '../../workspace/statuses/read-statuses.ts'
import { announceSlack } from './announce-slack.ts'
import { findRest, noteProblem, noteRest, noteWorking, type SlackChannelIds } from './channel-store.ts'
import { composeFoundPost } from './compose-found-post.ts'
import { composeLeadPost } from './compose-lead-post.ts'
import { composeStatusPost } from './compose-status-post.ts'
import { findConnectionById, type ConnectionRow } from './connection-store.ts'
import {
  failWaiting,
  isFoundAtOnce,
  resumeUpdates,
  selectDue,
  settleDropped,
  settleFailed,
  settleDeleted,
  settleSent,
  type DueMessage,
  type FoundAtOnce,
} from './message-store.ts'
import { shutOut } from './note-shut-out.ts'
import { openToken } from './open-token.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** How long a channel sends before it makes room for others. */
const TURN_MS = 20_000
/** Slack's codes for a message that can never be changed again. */
const GONE_IN_SLACK = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed'])

interface Due {
  connection: ConnectionRow
  message: DueMessage
  post: SlackPost
  /** A fingerprint of the post. */
  shown: Uint8Array
}

/**
 * Sends what is due to a channel, one message after another, until nothing is left or its turn is over; then resolves
 * with `again`. A rate-limited channel rests as long as Slack asks. While Slack cannot be reached, messages are retried
 * for half a day. A message that Slack will never accept is given up.
 */
export async function deliverDue(
  deps: SlackDependencies,
  ids: { organizationId: string; connectionId: string; channelId: string },
  { leaving }: { leaving: AbortSignal },
): Promise<'again' | void> {
  const { app } = deps
  if (!app) return
  const startedMs = performance.now()
  while (!leaving.aborted && performance.now() - startedMs < TURN_MS) {
    const due = await findDue(deps, ids)
    if (!due) return
    if (due !== 'passed over' && !(await deliver(deps, app.slack, ids.channelId, due))) return
  }
  return 'again'
}

/**
 * The next message with its current content; undefined where none is due. Messages with nothing left to say, or that
 * already show the current state, are skipped.
 */
async function findDue(
  deps: SlackDependencies,
  ids: { organizationId: string; connectionId: string; channelId: string },
): Promise<Due | 'passed over' | undefined> {
  const { db, clock } = deps
  const { organizationId, connectionId } = ids
  const now = clock.now()
  return db.transaction(organizationScope(organizationId), async (tx) => {
    const connection = await findConnectionById(tx, organizationId, connectionId)
    if (!connection) return undefined
    if (connection.problem !== null) {
      await failWaiting(tx, organizationId, connectionId, connection.problem)
      return undefined
    }
    const rest = await findRest(tx, ids)
    if (rest && rest > now) return undefined
    const [message] = await selectDue(tx, ids, { now, limit: 1 })
    if (!message) return undefined
    const post = await compose(tx, deps, connection, message)
    if (!post) {
      await settleDropped(tx, organizationId, message.id)
      return 'passed over'
    }
    const shown = createHash('sha256').update(JSON.stringify(post)).digest()
    const { id, ts, changes } = message
    if (ts === null || !message.shown || !shown.equals(message.shown)) return { connection, message, post, shown }
    await settleSent(tx, organizationId, { id, ts, shown, changes, now })
    return 'passed over'
  })
}

/** The message's current content; undefined for an unposted one whose lead is gone or deleted. */
async function compose(
  tx: Tx,
  { publicUrl }: SlackDependencies,
  { organization_id: organizationId, project_id: projectId }: ConnectionRow,
  { id: messageId, leadId, entered, ts }: DueMessage,
): Promise<SlackPost | undefined> {
  if (entered && isFoundAtOnce(entered)) {
    const ids = entered.best.map(({ id }) => id)
    const best = (await describeLeads(tx, organizationId, { projectId, ids })).filter(({ isDeleted }) => !isDeleted)
    const count = await countLeft(tx, { organizationId, projectId }, entered)
    // Where all of them were deleted meanwhile, nothing is left to announce.
    if (ts === null && count === 0) return undefined
    return composeFoundPost({ publicUrl, projectId, messageId, together: entered, count, best })
  }
  const statuses = await readStatuses(tx, organizationId, { projectId, kind: 'lead' })
  if (leadId === null) return composeStatusPost({ publicUrl, projectId, messageId, entered: entered ?? {}, statuses })
  const [lead] = await describeLeads(tx, organizationId, { projectId, ids: [leadId] })
  if (ts === null && (!lead || lead.isDeleted)) return undefined
  return composeLeadPost({ publicUrl, projectId, leadId, messageId, lead, statuses })
}

/** How many of the leads that came together still exist. */
async function countLeft(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { found, ids, best }: FoundAtOnce,
): Promise<number> {
  const known = ids ?? best.map(({ id }) => id)
  const standing = await findLiveMatches(tx, organizationId, { projectId, ids: known })
  return found - (known.length - standing.size)
}

/** Sends one message and records the outcome. Resolves with whether to send the channel more at once. */
async function deliver(
  deps: SlackDependencies,
  slack: Slack,
  channelId: string,
  { connection, message, post, shown }: Due,
): Promise<boolean> {
  const { organization_id: organizationId, project_id: projectId, id: connectionId } = connection
  const ids = { organizationId, projectId, connectionId, channelId }
  const scope = organizationScope(organizationId)
  try {
    const token = openToken(deps.vault, connectionId, connection.token)
    const ts = await send(slack, { token, channelId, post, ts: message.ts })
    const { id, changes } = message
    await deps.db.transaction(scope, async (tx) => {
      const now = deps.clock.now()
      await settleSent(tx, organizationId, { id, ts, shown, changes, now })
      // Changes to earlier messages may have been given up while posting failed.
      if (await noteWorking(tx, ids, now)) await resumeUpdates(tx, ids, now)
    })
    return true
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    return await deps.db.transaction(scope, (tx) => settle(tx, deps, ids, { connection, message, error }))
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

/** Records what a failure means for the message, the channel and the connection. Resolves with whether to go on. */
async function settle(
  tx: Tx,
  deps: SlackDependencies,
  ids: SlackChannelIds,
  { connection, message, error }: Failed,
): Promise<boolean> {
  const { organizationId, projectId } = ids
  const now = deps.clock.now()
  const giveUp = () => settleFailed(tx, organizationId, { id: message.id, error: error.code, nextTryAt: null })
  if (error.failure === 'shut_out') {
    await shutOut(tx, deps, connection, error.code)
    return false
  }
  if (error.failure === 'resting') {
    // The job that finds due channels takes it up again: a second job beside that one would post twice.
    await noteRest(tx, ids, new Date(now.getTime() + slackRestOf(error.restMs ?? 0)))
    return false
  }
  if (error.failure === 'unreachable') {
    const waitMs = waitBeforeNextPost(message.tries + 1, fraction(deps.random))
    const nextTryAt = waitMs === null ? null : new Date(now.getTime() + waitMs)
    await settleFailed(tx, organizationId, { id: message.id, error: error.code, nextTryAt })
    await noteProblem(tx, ids, { problem: error.code, at: now })
    return false
  }
  if (GONE_IN_SLACK.has(error.code)) await settleDeleted(tx, organizationId, { id: message.id, error: error.code })
  else await giveUp()
  // A message that cannot be changed any more says nothing of its channel.
  if (message.ts !== null && error.failure === 'refused') return true
  await noteProblem(tx, ids, { problem: error.code, at: now })
  await announceSlack(tx, deps, organizationId, projectId)
  return true
}
