import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosasAnswers } from '../../testing/rosas-story.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('the navigation of a phone closes as it leads elsewhere, and the way back does not open it again', async () => {
  fakeServer(rosasAnswers())
  const app = renderApp('/org/projects')
  await userEvent.click(await screen.findByRole('button', { name: 'Open navigation' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Navigation' }))
  await userEvent.click(sheet.getByRole('link', { name: 'Team' }))
  await waitFor(() => expect(app.path()).toBe('/org/team'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Navigation' })).toBeNull())
  await act(async () => app.router.navigate(-1))
  await waitFor(() => expect(app.path()).toBe('/org/projects'))
  await screen.findByRole('heading', { level: 1, name: 'Projects' })
  expect(screen.queryByRole('dialog', { name: 'Navigation' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Open navigation' }))
  expect(await screen.findByRole('dialog', { name: 'Navigation' })).toBeTruthy()
})
