import { Webhook as Verifier, WebhookVerificationError } from 'standardwebhooks'
import { vi } from 'vitest'
import type { Question } from './doubles/double-server.ts'

/** A request of a receiver, once its signature was verified. */
export interface Received {
  id: string
  type: string
  timestamp: string
  data: Record<string, unknown>
}

/**
 * Each message as often as it came, in order, verified by the package that receivers use. Throws where one is not
 * signed with any of the secrets.
 */
export function received(questions: readonly Question[], secrets: readonly string[]): Received[] {
  return questions.map((question) => verified(question, secrets))
}

function verified({ method, headers, body }: Question, secrets: readonly string[]): Received {
  if (method !== 'POST' || headers['content-type'] !== 'application/json') throw new Error('That is no webhook.')
  const told = headers as Record<string, string>
  const id = told['webhook-id'] ?? ''
  // The package reads the time of day: it must verify by the test's clock at the time the message came.
  vi.useFakeTimers({ toFake: ['Date'], now: Number(told['webhook-timestamp']) * 1000 })
  try {
    const isOurs = secrets.some((secret) => isSignedWith(secret, body, told))
    if (!isOurs) throw new Error(`The message ${id} is not signed with a secret that the receiver knows.`)
  } finally {
    vi.useRealTimers()
  }
  return { id, ...(JSON.parse(body) as Omit<Received, 'id'>) }
}

function isSignedWith(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Verifier(secret).verify(body, headers)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}
