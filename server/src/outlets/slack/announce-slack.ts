import { announce } from '../../core/events/announce.ts'
import type { Tx } from '../../platform/db.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

/** Tells open pages of the project that its Slack connection has changed. */
export function announceSlack(
  tx: Tx,
  { clock }: Pick<SlackDependencies, 'clock'>,
  organizationId: string,
  projectId: string,
): Promise<void> {
  const payload = { type: 'changed' as const, what: 'slack' as const, lead_ids: null, origin: null }
  return announce(tx, organizationId, { projectId, payload, now: clock.now() })
}
