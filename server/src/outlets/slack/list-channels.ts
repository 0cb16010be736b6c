import type { SlackChannel } from '@leadlight/contract/slack'
import type { Actor } from '../../platform/actor.ts'
import { cursorInvalid } from '../../platform/list-cursor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { SlackError, type Slack, type SlackChannelPage } from '../../senders/slack.ts'
import { slackFailed } from './explain-problem.ts'
import { noteShutOut } from './note-shut-out.ts'
import { openToken } from './open-token.ts'
import { requireConnection } from './require-connection.ts'
import { requireApp, type SlackDependencies } from './slack-dependencies.ts'

const CHANNELS_AT_ONCE = 200
/**
 * Slack has no search by name, so a search reads pages of its largest size; Slack allows some twenty requests a minute.
 */
const SEARCHED_AT_ONCE = 999
const SEARCH_PAGES_MAX = 4

interface Wanted {
  projectId: string
  cursor?: string | undefined
  limit?: number | undefined
  /** Only channels whose name contains this. */
  name?: string | undefined
}

/**
 * A page of the workspace's channels, as Slack gives it. A workspace that has revoked our access is recorded as such.
 */
export async function listChannels(
  deps: SlackDependencies,
  actor: Actor,
  { projectId, ...wanted }: Wanted,
): Promise<{ items: SlackChannel[]; next_cursor: string | null }> {
  const { organizationId } = actor
  const connection = await deps.db.transaction(organizationScope(organizationId), (tx) =>
    requireConnection(tx, actor, projectId),
  )
  const { slack } = requireApp(deps)
  try {
    const token = openToken(deps.vault, connection.id, connection.token)
    const page = await readPage(slack, token, wanted)
    const items = page.channels.map(({ id, name, isPrivate, isMember }) => {
      return { id, name, is_private: isPrivate, is_member: isMember }
    })
    return { items, next_cursor: page.nextCursor }
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    // Slack's cursors are handed on: one that Slack does not know is the caller's.
    if (error.code === 'invalid_cursor') throw cursorInvalid()
    if (error.failure === 'shut_out') await noteShutOut(deps, connection, error.code)
    throw slackFailed(error)
  }
}

async function readPage(
  slack: Slack,
  token: string,
  { cursor, limit = CHANNELS_AT_ONCE, name }: Omit<Wanted, 'projectId'>,
): Promise<SlackChannelPage> {
  if (name === undefined) return slack.listChannels(token, { cursor, limit })
  // Normalised as Slack writes names: lower case, without the leading #.
  const sought = name.toLowerCase().replace(/^#/, '')
  const found: SlackChannelPage['channels'] = []
  let next: string | null = cursor ?? null
  for (let pages = 0; pages < SEARCH_PAGES_MAX; pages += 1) {
    const page = await slack.listChannels(token, { cursor: next ?? undefined, limit: SEARCHED_AT_ONCE })
    found.push(...page.channels.filter((channel) => channel.name.toLowerCase().includes(sought)))
    next = page.nextCursor
    if (next === null || found.length > 0) break
  }
  return { channels: found, nextCursor: next }
}
