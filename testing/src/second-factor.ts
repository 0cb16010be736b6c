import { confirmSecondFactor, startSecondFactor } from '@leadlight/contract/own-account'
import { TOTP, URI } from 'otpauth'
import type { TestApp } from './test-app.ts'
import { TEST_PASSWORD, type TestUser } from './test-organization.ts'

export const STEP_MS = 30_000

export interface Guarded {
  user: TestUser
  otpauthUrl: string
  recoveryCodes: string[]
}

/** The authenticator app: it knows the secret from the QR code, and the installation's time. */
export function codeOf({ clock }: TestApp, otpauthUrl: string, { stepsFromNow = 0 } = {}): string {
  const totp = URI.parse(otpauthUrl)
  if (!(totp instanceof TOTP)) throw new Error('not a time-based code')
  return totp.generate({ timestamp: clock.now().getTime() + stepsFromNow * STEP_MS })
}

/** A code that the app shows at no time near this one. */
export function wrongCodeOf(app: TestApp, otpauthUrl: string): string {
  const right = [-1, 0, 1].map((stepsFromNow) => codeOf(app, otpauthUrl, { stepsFromNow }))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

/** Turns the user's second factor on, and waits for a time step whose code is unused. */
export async function guard(app: TestApp, user: TestUser): Promise<Guarded> {
  const { otpauth_url: otpauthUrl } = await user.call(startSecondFactor, { body: { password: TEST_PASSWORD } })
  const { recovery_codes } = await user.call(confirmSecondFactor, { body: { code: codeOf(app, otpauthUrl) } })
  await app.clock.advance(STEP_MS)
  return { user, otpauthUrl, recoveryCodes: recovery_codes }
}
