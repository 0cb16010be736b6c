import { z } from 'zod'
import { slackScope } from '../../platform/scopes.ts'
import { shutOutTeam } from './connection-store.ts'
import { requireApp, type SlackDependencies } from './slack-dependencies.ts'
import { verifySignature, type SignedRequest } from './verify-signature.ts'

/** Slack's events about an app (docs.slack.dev, Events API), as far as they are read. */
const Told = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string().max(1000) }),
  z.object({
    type: z.literal('event_callback'),
    team_id: z.string(),
    event_time: z.number(),
    event: z.object({
      type: z.enum(['app_uninstalled', 'tokens_revoked']),
      tokens: z.object({ bot: z.array(z.string()).optional() }).optional(),
    }),
  }),
])

/**
 * Handles the app being removed from a workspace, or its token revoked: its projects send nothing more, and each says
 * why. Answers the challenge with which Slack verifies the address.
 */
export async function receiveEvent(
  deps: SlackDependencies,
  request: SignedRequest,
  body: unknown,
): Promise<{ challenge?: string }> {
  verifySignature(request, requireApp(deps).signingSecret, deps.clock.now())
  const told = Told.safeParse(body).data
  if (told === undefined) return {}
  if (told.type === 'url_verification') return { challenge: told.challenge }
  const { type, tokens } = told.event
  // Tokens of people are never held here.
  if (type === 'tokens_revoked' && (tokens?.bot ?? []).length === 0) return {}
  const at = deps.clock.now()
  // A late event says nothing of a connection made since.
  const before = new Date((told.event_time + 1) * 1000)
  await deps.db.transaction(slackScope(), (tx) => shutOutTeam(tx, told.team_id, { problem: type, at, before }))
  return {}
}
