import { cleanup, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { PANE, paneAnswers } from './pane-story.ts'

const WAIT_MS_MAX = 55_000

/** Renders the pane once, so its lazy parts are loaded: on a busy machine that exceeds a test's patience. */
export async function loadPane(): Promise<void> {
  localStorage.setItem('access_token', 'a-token-of-nobody')
  fakeServer(paneAnswers())
  renderApp(PANE)
  for (const name of ['Reply draft', 'Notes']) {
    await screen.findByRole('region', { name }, { timeout: WAIT_MS_MAX })
  }
  await screen.findByRole('button', { name: 'Good lead' }, { timeout: WAIT_MS_MAX })
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
}
