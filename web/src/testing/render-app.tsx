import { render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { App, leadToSignIn } from '../app/app.tsx'
import { routes } from '../app/router.tsx'
import { onSignInNeeded } from '../lib/api.ts'
import { findToken } from '../lib/session.ts'
import './toasts-gone.ts'

/** Renders the whole program at a path, without anything remembered. */
export function renderApp(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  onSignInNeeded((reason) => leadToSignIn(router, reason))
  render(<App router={router} remembered={{ token: findToken(), answers: new Map() }} />)
  return { router, path: () => router.state.location.pathname }
}
