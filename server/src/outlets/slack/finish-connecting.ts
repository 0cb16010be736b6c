import { requirePermission, type Actor } from '../../platform/actor.ts'
import { nameTarget, unaudited } from '../../platform/changes.ts'
import { AppError } from '../../platform/errors.ts'
import { startReading } from '../outbox/start-reading.ts'
import type { Tx } from '../../platform/db.ts'
import { lockName } from '../../platform/named-lock.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { announceSlack } from './announce-slack.ts'
import { hashState } from './begin-connecting.ts'
import { clearProblems } from './channel-store.ts'
import { deleteConnection, findConnection, insertConnection, updateConnection } from './connection-store.ts'
import { slackFailed } from './explain-problem.ts'
import { takeJourney } from './journey-store.ts'
import { resumeUpdates } from './message-store.ts'
import { sealToken } from './open-token.ts'
import { requireApp, type SlackDependencies } from './slack-dependencies.ts'
import { SlackError, type SlackInstallation } from '../../senders/slack.ts'

/** Slack's answers where the code itself is at fault. */
const CODE_FAULTS = new Set(['invalid_code', 'code_already_used'])

/**
 * Ends a journey to Slack and back: connects the project it was begun for with the workspace that allowed it. A project
 * reconnected with the same workspace keeps its channels; with another it begins without any.
 */
export async function finishConnecting(
  deps: SlackDependencies,
  actor: Actor,
  { code, state }: { code: string; state: string },
): Promise<{ projectId: string; teamName: string }> {
  const { slack } = requireApp(deps)
  requirePermission(actor, 'slack.write')
  const scope = organizationScope(actor.organizationId)
  // Using the journey is no change of the project's; what follows from Slack's answer may be.
  const journey = await unaudited(() =>
    deps.db.transaction(scope, (tx) =>
      takeJourney(tx, actor.organizationId, { stateHash: hashState(state), accountId: actor.userId }),
    ),
  )
  if (!journey || journey.expiresAt <= deps.clock.now()) throw stateInvalid()
  const { projectId } = journey
  const installation = await slack.exchangeCode(code).catch((error: unknown) => {
    if (!(error instanceof SlackError)) throw error
    // The code came with the browser: that it is wrong is no trouble of Slack's.
    throw CODE_FAULTS.has(error.code) ? stateInvalid() : slackFailed(error)
  })
  nameTarget({ project_id: projectId, team_id: installation.teamId })
  await deps.db.transaction(scope, async (tx) => {
    await requireProject(tx, actor, projectId)
    await lockName(tx, `slack:${projectId}`)
    await keepConnection(tx, deps, actor, { projectId, installation })
    await startReading(tx, { organizationId: actor.organizationId, projectId })
    await announceSlack(tx, deps, actor.organizationId, projectId)
  })
  return { projectId, teamName: installation.teamName }
}

async function keepConnection(
  tx: Tx,
  deps: SlackDependencies,
  { organizationId, userId }: Actor,
  { projectId, installation }: { projectId: string; installation: SlackInstallation },
): Promise<void> {
  const before = await findConnection(tx, organizationId, projectId)
  const isSame = before?.team_id === installation.teamId
  if (before && !isSame) await deleteConnection(tx, organizationId, projectId)
  const id = before && isSame ? before.id : deps.newId()
  const fields = {
    team_id: installation.teamId,
    team_name: installation.teamName,
    scopes: installation.scopes,
    token: sealToken(deps.vault, id, installation.token),
    problem: null,
    problem_since: null,
    connected_by: userId,
    connected_at: deps.clock.now(),
  }
  if (before && isSame) {
    await updateConnection(tx, organizationId, id, fields)
    await clearProblems(tx, organizationId, id)
    // Leads changed while nothing could be sent; a message that still shows the current state is not sent again.
    await resumeUpdates(tx, { organizationId, connectionId: id }, fields.connected_at)
    return
  }
  await insertConnection(tx, {
    id,
    organization_id: organizationId,
    project_id: projectId,
    default_channel_id: null,
    default_channel_name: null,
    ...fields,
  })
}

function stateInvalid(): AppError {
  const detail =
    'This way back from Slack has been used, is older than ten minutes, was changed on the way, or was begun by somebody else. Start again from the settings of your project.'
  return new AppError('bad_request', 'slack_state_invalid', detail)
}
