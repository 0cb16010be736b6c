import type { Tx } from '../platform/db.ts'
import { AppError } from '../platform/errors.ts'
import { OutboundError } from '../platform/outbound-error.ts'
import { findWordings } from '../signals/find-wordings.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'

/** The address as it will be called. Refuses what is none, and what Leadlight would never call. */
export function readAddress({ outbound }: Pick<WebhookDependencies, 'outbound'>, typed: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(withScheme)) throw refused('That is not a web address. Enter one that begins with https://.')
  try {
    outbound.check(withScheme)
  } catch (error) {
    if (error instanceof OutboundError) throw refused(error.message)
    throw error
  }
  const url = new URL(withScheme)
  url.hash = ''
  return url.href
}

/** Refuses signals that the project does not have, as missing. */
export async function requireSignals(
  tx: Tx,
  organizationId: string,
  { projectId, ids }: { projectId: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  const known = await findWordings(tx, organizationId, projectId)
  if (ids.every((id) => known.has(id))) return
  throw new AppError('not_found', 'signal_not_found', 'That intent signal does not exist.')
}

function refused(detail: string): AppError {
  return new AppError('invalid', 'webhook_url_refused', detail, { errors: [{ path: 'url', message: detail }] })
}
