import type { SlackChannel } from '@leadlight/contract/slack'
import type { Actor } from '../platform/actor.ts'
import { organizationScope } from '../platform/scopes.ts'
import { SlackError } from '../senders/slack.ts'
import { slackFailed } from './explain-problem.ts'
import { noteShutOut } from './note-shut-out.ts'
import { openToken } from './open-token.ts'
import { requireConnection } from './require-connection.ts'
import { requireApp, type SlackDependencies } from './slack-dependencies.ts'

const CHANNELS_AT_ONCE = 200

/** A page of the workspace's channels, as Slack gives it. A workspace that lets us in no more is noted as such. */
export async function listChannels(
  deps: SlackDependencies,
  actor: Actor,
  {
    projectId,
    cursor,
    limit = CHANNELS_AT_ONCE,
  }: { projectId: string; cursor?: string | undefined; limit?: number | undefined },
): Promise<{ items: SlackChannel[]; next_cursor: string | null }> {
  const { organizationId } = actor
  const connection = await deps.db.transaction(organizationScope(organizationId), (tx) =>
    requireConnection(tx, actor, projectId),
  )
  const { slack } = requireApp(deps)
  try {
    const token = openToken(deps.vault, connection.id, connection.token)
    const page = await slack.listChannels(token, { cursor, limit })
    const items = page.channels.map(({ id, name, isPrivate, isMember }) => {
      return { id, name, is_private: isPrivate, is_member: isMember }
    })
    return { items, next_cursor: page.nextCursor }
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (error.failure === 'shut_out') await noteShutOut(deps, connection, error.code)
    throw slackFailed(error)
  }
}
