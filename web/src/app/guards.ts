import { pathOf, type Location } from '../lib/router/location.ts'
import { findToken } from '../lib/session.ts'
import { rememberReturnTo } from '../lib/return-to.ts'

/** Redirects visitors without a token to sign-in, and stores the requested path for this tab. */
export function requireSession(location: Location): string | null {
  if (findToken()) return null
  rememberReturnTo(pathOf(location))
  return '/sign-in'
}

/** Redirects signed-in users to the home page. */
export function redirectIfSignedIn(): string | null {
  return findToken() ? '/' : null
}
