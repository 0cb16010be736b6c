import type { ReplyOf } from '@leadlight/contract/endpoint'
import { sendSlackTest } from '@leadlight/contract/slack'
import { slackText } from '@leadlight/domain/slack'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { once } from '../../platform/once.ts'
import { requireAttempt } from '../../platform/rate-limits.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameOfProject } from '../../core/projects/name-of-project.ts'
import { SlackError, type SlackPost } from '../../senders/slack.ts'
import { noteProblem, noteWorking } from './channel-store.ts'
import { presentProblem } from './explain-problem.ts'
import { shutOut } from './note-shut-out.ts'
import { resumeUpdates } from './message-store.ts'
import { openToken } from './open-token.ts'
import { requireConnection } from './require-connection.ts'
import { requireApp, type SlackCallDependencies } from './slack-dependencies.ts'

const TESTS = { name: 'slack-tests', max: 20, withinMs: 60 * 60_000 }
const NAME_MAX = 100

interface Test {
  projectId: string
  channelId: string
}

type TestOutcome = ReplyOf<typeof sendSlackTest>

/**
 * Sends a test message now, once, resolves with the outcome and updates the channel's problem. Repeated with the same
 * key within a day, it sends nothing and answers the first outcome.
 */
export function sendTest(
  deps: SlackCallDependencies,
  actor: Actor,
  { idempotencyKey: key, ...test }: Test & { idempotencyKey?: string | undefined },
): Promise<TestOutcome> {
  const { projectId, channelId } = test
  const admit = (tx: Tx) => requireConnection(tx, actor, projectId)
  const asked = { key, projectId, asked: ['sendSlackTest', projectId, channelId], shape: sendSlackTest.reply, admit }
  return once(deps, actor, asked, () => send(deps, actor, test))
}

async function send(deps: SlackCallDependencies, actor: Actor, { projectId, channelId }: Test): Promise<TestOutcome> {
  const { slack } = requireApp(deps)
  const { organizationId } = actor
  const scope = organizationScope(organizationId)
  const { connection, name } = await deps.db.transaction(scope, async (tx) => ({
    connection: await requireConnection(tx, actor, projectId),
    name: (await nameOfProject(tx, organizationId, projectId)) ?? '',
  }))
  await requireAttempt(deps.rateLimits, [{ limit: TESTS, of: [organizationId] }])
  const failed = await tryOnce(() =>
    slack.post(openToken(deps.vault, connection.id, connection.token), channelId, composeTest(deps.newId(), name)),
  )
  const now = deps.clock.now()
  await deps.db.transaction(scope, async (tx) => {
    const current = await requireConnection(tx, actor, projectId)
    if (current.id !== connection.id) return
    const ids = { organizationId, projectId, connectionId: current.id, channelId }
    if (!failed) {
      if (await noteWorking(tx, ids, now)) await resumeUpdates(tx, ids, now)
    } else if (failed.failure === 'shut_out') await shutOut(tx, deps, connection, failed.code)
    else await noteProblem(tx, ids, { problem: failed.code, at: now })
  })
  return { sent: !failed, problem: failed ? presentProblem(failed.code, now) : null }
}

async function tryOnce(post: () => Promise<unknown>): Promise<SlackError | undefined> {
  try {
    await post()
    return undefined
  } catch (error) {
    if (error instanceof SlackError) return error
    throw error
  }
}

function composeTest(id: string, projectName: string): SlackPost {
  const text = `This is a test from Leadlight. New leads of ${slackText(projectName, NAME_MAX)} can come here.`
  return { id, text, blocks: [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }] }
}
