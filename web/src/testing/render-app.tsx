import { render } from '@testing-library/react'
import type { Cache } from 'swr'
import { App, redirectToSignIn } from '../app/app.tsx'
import { routes } from '../app/router.tsx'
import { onSignInNeeded } from '../lib/api.ts'
import { createMemoryHistory } from '../lib/router/history.ts'
import { Router } from '../lib/router/router.ts'
import { findToken } from '../lib/session.ts'
import './toasts-gone.ts'

/** Renders the whole app at a path. The cache starts empty, or with the answers of an earlier visit. */
export function renderApp(path: string, answers: Cache = new Map()) {
  const router = new Router(routes, createMemoryHistory(path))
  onSignInNeeded((reason) => redirectToSignIn(router, reason))
  render(<App router={router} remembered={{ token: findToken(), answers }} />)
  return { router, path: () => router.state.location.pathname }
}
