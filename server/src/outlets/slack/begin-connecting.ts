import { createHash } from 'node:crypto'
import type { Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { insertJourney } from './journey-store.ts'
import { requireApp, type SlackDependencies } from './slack-dependencies.ts'

const STATE_BYTES = 32
/** Long enough to sign in at Slack and choose a workspace. */
const JOURNEY_MS = 10 * 60_000

/**
 * Begins to connect a project. Resolves with the address at Slack. Its answer ends the journey once, for this account.
 */
export async function beginConnecting(deps: SlackDependencies, actor: Actor, projectId: string): Promise<string> {
  const { slack } = requireApp(deps)
  const { organizationId, userId } = actor
  const state = Buffer.from(deps.random.bytes(STATE_BYTES)).toString('base64url')
  await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await insertJourney(tx, {
      state_hash: hashState(state),
      organization_id: organizationId,
      project_id: projectId,
      account_id: userId,
      expires_at: new Date(deps.clock.now().getTime() + JOURNEY_MS),
    })
  })
  return slack.authorizationUrl(state)
}

/** The stored form of a state: whoever reads the database cannot use it. */
export function hashState(state: string): Buffer {
  return createHash('sha256').update(state).digest()
}
