import { WEBHOOK_URL_CHARACTERS_MAX } from '@leadlight/domain/webhooks'
import { invalidPart, type AppError } from '../../platform/errors.ts'
import { OutboundError } from '../../platform/outbound-error.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'

/** The address as it will be called. Refuses a malformed one, and one Leadlight would never call. */
export function readAddress({ outbound }: Pick<WebhookDependencies, 'outbound'>, typed: string): string {
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(withScheme)) throw refused('That is not a web address. Enter one that begins with https://.')
  try {
    outbound.check(withScheme)
  } catch (error) {
    if (error instanceof OutboundError) throw refused(sayWhy(error))
    throw error
  }
  const url = new URL(withScheme)
  url.hash = ''
  // Encoding lengthens an address; the stored one must still be accepted when a form sends it back.
  if (url.href.length > WEBHOOK_URL_CHARACTERS_MAX) throw refused('That address is too long.')
  return url.href
}

/** Whoever has their systems in their own network needs to know that there is a way. */
function sayWhy({ kind, message }: OutboundError): string {
  if (kind !== 'private_address' && kind !== 'port_refused') return message
  return `${message} Whoever runs this installation can allow it (OUTBOUND_ALLOW).`
}

function refused(detail: string): AppError {
  return invalidPart('body.url', 'webhook_url_refused', detail)
}
