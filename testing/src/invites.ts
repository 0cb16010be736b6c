import { setState } from '@leadlight/server/core/accounts/account-store'
import { loginScope } from '@leadlight/server/platform/scopes'
import type { Mail } from '@leadlight/server/senders/mail'
import type { TestApp } from './test-app.ts'
import type { TestUser } from './test-organization.ts'
import { until } from './until.ts'

/** Somebody whose address is verified, as by the mail of their registration. */
export async function verifiedUser(app: TestApp, email?: string): Promise<TestUser> {
  const user = await app.user(email)
  await app.db.transaction(loginScope(), (tx) => setState(tx, { id: user.userId, email: user.email }, 'proved'))
  return user
}

/** The mail of an invite to the address, the `nth` of them, once it was sent. */
export function inviteMail(app: TestApp, email: string, nth = 1): Promise<Mail> {
  const isInvite = (mail: Mail) => mail.to === email && mail.key.startsWith('invite:')
  return until(() => app.mails.filter(isInvite)[nth - 1])
}

/** The token in the link of an invite's mail. */
export async function invitedToken(app: TestApp, email: string, nth = 1): Promise<string> {
  const { action } = await inviteMail(app, email, nth)
  return new URL(action?.url ?? '').searchParams.get('t') ?? ''
}
