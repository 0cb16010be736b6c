import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { findToken } from '../lib/session.ts'
import { rememberReturnTo } from '../lib/return-to.ts'

/** Redirects visitors without a token to sign-in, and stores the requested path for this tab. */
export function requireSession({ request }: LoaderFunctionArgs): Response | null {
  if (findToken()) return null
  const { pathname, search } = new URL(request.url)
  rememberReturnTo(pathname + search)
  return redirect('/sign-in')
}

/** Redirects signed-in users to the home page. */
export function redirectIfSignedIn(): Response | null {
  return findToken() ? redirect('/') : null
}
