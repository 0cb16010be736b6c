import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { findToken } from '../lib/session.ts'

/** Keeps visitors without a token out, and remembers for this tab where they wanted to go. */
export function requireSession({ request }: LoaderFunctionArgs): Response | null {
  if (findToken()) return null
  const { pathname, search } = new URL(request.url)
  rememberWanted(pathname + search)
  return redirect('/sign-in')
}

/** Sends those who are signed in already to the home page. */
export function leaveWhenSignedIn(): Response | null {
  return findToken() ? redirect('/') : null
}

let wanted: string | null = null

/** Keeps the path that a sign-in should lead back to, until the page is loaded anew. */
export function rememberWanted(path: string): void {
  wanted = path === '/' || path.startsWith('/sign-in') ? null : path
}

/** Where to go after signing in: the page that was wanted, else the home page. Asked once. */
export function takeWanted(): string {
  const path = wanted ?? '/'
  wanted = null
  return path
}
