import { Webhook as Signer } from 'standardwebhooks'
import { readRetryAfterMs } from '../../channels/rate-limit.ts'
import { OutboundError } from '../../platform/outbound-error.ts'
import { openSecret } from './secrets.ts'
import type { WebhookDependencies } from './webhook-dependencies.ts'
import type { WebhookRow } from './webhook-store.ts'

/** A receiver that takes longer counts as down. */
const ANSWER_MS_MAX = 15_000
const ANSWER_CHARACTERS_MAX = 1_000
const ANSWER_BYTES_MAX = 65_536
const SECRET_LOST =
  'Nothing was sent: the secret cannot be read any more, as the secret of this installation has changed. Make a new one.'

export interface Sent {
  at: Date
  durationMs: number
  status: number | null
  error: string | null
  answer: string | null
  /** Whether the receiver accepted it. */
  isTaken: boolean
  /** Whether it never wants to hear from us again (410). */
  isGone: boolean
  /** How long it asks to be left alone. */
  restMs: number | null
}

type Dependencies = Pick<WebhookDependencies, 'clock' | 'vault' | 'outbound'>

/**
 * Sends a message to a webhook once, signed by Standard Webhooks, and never throws for what the other side does.
 * Redirects are not followed. Not in a transaction.
 */
export async function sendTry(
  { clock, vault, outbound }: Dependencies,
  webhook: Pick<WebhookRow, 'id' | 'url' | 'secret' | 'old_secret' | 'old_secret_until'>,
  { messageId, body, signal }: { messageId: string; body: string; signal?: AbortSignal },
): Promise<Sent> {
  const at = clock.now()
  const startedMs = performance.now()
  const done = (rest: Partial<Sent>): Sent => ({
    at,
    durationMs: Math.round(performance.now() - startedMs),
    status: null,
    error: null,
    answer: null,
    isTaken: false,
    isGone: false,
    restMs: null,
    ...rest,
  })
  const signature = sign(vault, webhook, { messageId, body, at })
  if (!signature) return done({ error: SECRET_LOST })
  try {
    const response = await outbound.guarded(webhook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body,
      redirect: 'manual',
      ...(signal && { signal }),
      limits: { headersMs: ANSWER_MS_MAX, totalMs: ANSWER_MS_MAX, maxBytes: ANSWER_BYTES_MAX },
    })
    const { status } = response
    const isTaken = status >= 200 && status < 300
    return done({
      status,
      isTaken,
      isGone: status === 410,
      error: isTaken ? null : explain(status),
      answer: await readAnswer(response),
      restMs: isTaken ? null : (readRetryAfterMs(response.headers, clock.now()) ?? null),
    })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return done({ error: error.message })
  }
}

/** Undefined where the secret cannot be decrypted. */
function sign(
  vault: Dependencies['vault'],
  webhook: Pick<WebhookRow, 'id' | 'secret' | 'old_secret' | 'old_secret_until'>,
  { messageId, body, at }: { messageId: string; body: string; at: Date },
): Record<string, string> | undefined {
  const isOldGood = webhook.old_secret !== null && webhook.old_secret_until !== null && webhook.old_secret_until > at
  const secret = tryOpen(vault, webhook.id, webhook.secret)
  if (secret === undefined) return undefined
  const old = isOldGood && webhook.old_secret ? tryOpen(vault, webhook.id, webhook.old_secret) : undefined
  const secrets = old === undefined ? [secret] : [secret, old]
  const signatures = secrets.map((one) => new Signer(one).sign(messageId, at, body))
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

function tryOpen(vault: Dependencies['vault'], id: string, sealed: Uint8Array): string | undefined {
  try {
    return openSecret(vault, id, sealed)
  } catch {
    // Whatever the vault's reason, only a new secret helps; the delivery's log says so.
    return undefined
  }
}

/** What the log shows of an answer. A body that does not arrive whole is not waited for: the status says enough. */
async function readAnswer(response: Response): Promise<string | null> {
  try {
    const text = (await response.text()).slice(0, ANSWER_CHARACTERS_MAX)
    // PostgreSQL stores no NUL.
    return text === '' ? null : text.toWellFormed().replaceAll('\0', '\uFFFD')
  } catch (error) {
    if (error instanceof OutboundError) return null
    throw error
  }
}

function explain(status: number): string {
  if (status === 410) return 'The receiver said that it is gone for good (410).'
  if (status === 429) return 'The receiver said that too much was sent (429).'
  if (status >= 300 && status < 400) {
    return `The receiver wanted to send us elsewhere (${status}). Redirects are not followed; enter the address it leads to.`
  }
  return `The receiver answered ${status} instead of a status from 200 to 299.`
}
