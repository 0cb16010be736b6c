import { invalidPart, type AppError } from '../platform/errors.ts'
import { OutboundError } from '../platform/outbound-error.ts'
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

function refused(detail: string): AppError {
  return invalidPart('body.url', 'webhook_url_refused', detail)
}
