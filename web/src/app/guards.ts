import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { findToken } from '../lib/session.ts'
import { rememberReturnTo } from '../lib/return-to.ts'

/** Keeps visitors without a token out, and remembers for this tab where they wanted to go. */
export function requireSession({ request }: LoaderFunctionArgs): Response | null {
  if (findToken()) return null
  const { pathname, search } = new URL(request.url)
  rememberReturnTo(pathname + search)
  return redirect('/sign-in')
}

/** Sends those who are signed in already to the home page. */
export function redirectIfSignedIn(): Response | null {
  return findToken() ? redirect('/') : null
}
