import Stripe from 'stripe'
import { AppError, invalidPart } from '../../platform/errors.ts'
import type { OutboundFetch } from '../../platform/outbound.ts'

/** Stripe's own default for how old a signed event may be. */
const TOLERANCE_S = 300
const RETRIES_MAX = 2
const ANSWER_MS_MAX = 20_000

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  apiUrl: string
}

/** Stripe's own library, through the installation's guarded way out. */
export function createStripe({ secretKey, apiUrl }: StripeSettings, fetch: OutboundFetch): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    maxNetworkRetries: RETRIES_MAX,
    timeout: ANSWER_MS_MAX,
    telemetry: false,
    // The library sends only strings and plain headers, which our fetch takes as the web's does.
    httpClient: Stripe.createFetchHttpClient(fetch as unknown as typeof globalThis.fetch),
  })
}

export interface StripeEvent {
  id: string
  type: string
  /** Undefined for events that concern no customer. */
  customerId: string | undefined
}

/** Reads an event that Stripe signed within the last minutes. Throws `signature_invalid` for any other. */
export function readEvent(
  stripe: Stripe,
  { payload, signature, secret, now }: { payload: string; signature: string | undefined; secret: string; now: Date },
): StripeEvent {
  try {
    // A timestamp in the future is as wrong as one too old; the library checks only the past.
    const signedS = Number(/(?:^|,)t=(\d+)/.exec(signature ?? '')?.[1])
    if (signedS - now.getTime() / 1000 > TOLERANCE_S) throw signatureInvalid()
    const event = stripe.webhooks.constructEvent(
      payload,
      signature ?? '',
      secret,
      TOLERANCE_S,
      undefined,
      now.getTime(),
    )
    return { id: event.id, type: event.type, customerId: customerOf(event) }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw signatureInvalid()
    throw error
  }
}

function customerOf(event: Stripe.Event): string | undefined {
  const about = event.data.object as { id?: unknown; object?: unknown; customer?: unknown }
  if (about.object === 'customer') return typeof about.id === 'string' ? about.id : undefined
  return typeof about.customer === 'string' ? about.customer : undefined
}

function signatureInvalid(): AppError {
  return new AppError('bad_request', 'signature_invalid', 'This does not carry a signature that is valid now.')
}

/**
 * Calls Stripe and turns its errors into our own: a refused card is the caller's to fix, a missing answer can be asked
 * for again.
 */
export async function askStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) {
      const detail = `The payment was refused: ${error.message} Your plan was not changed. Check the payment method, then try again.`
      throw new AppError('payment_required', 'card_declined', detail, { cause: error })
    }
    if (error instanceof Stripe.errors.StripeIdempotencyError) {
      const detail = 'Another change of the plan is under way. Look at the plan again in a moment.'
      throw new AppError('conflict', 'plan_change_running', detail, { cause: error })
    }
    if (error instanceof Stripe.errors.StripeError) {
      const detail =
        'The payment provider could not be asked just now. Nothing was changed here. Try again in a moment.'
      throw new AppError('upstream', 'payment_provider_unavailable', detail, { cause: error })
    }
    throw error
  }
}

/** As `askStripe`, for what a caller filled in: what Stripe finds wrong with it is theirs to mend, and asking again is no help. */
export function submitToStripe<T>(work: () => Promise<T>): Promise<T> {
  return askStripe(async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      const path = error.param === 'unit_amount' ? 'body.price' : 'body.currency'
      throw invalidPart(path, 'plan_refused', `The payment provider does not take this plan: ${error.message}`, error)
    }
  })
}

/** Whether Stripe says that there is no such thing, or no longer. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}
