import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { rosasAnswers } from '../../testing/rosas-story.ts'

beforeEach(() => localStorage.setItem('access_token', 'a-token-12345678'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('feedback is kept while it cannot be sent, and is then sent in the query', async () => {
  const server = fakeServer({ ...rosasAnswers(), 'POST /api/v1/feedback': problem(429, 'Please wait a minute.') })
  renderApp('/org/projects')
  await userEvent.click(await screen.findByRole('button', { name: 'Send feedback' }))
  const dialog = await screen.findByRole('dialog', { name: 'Send feedback' })
  await userEvent.type(screen.getByLabelText('Your feedback'), 'More light & less noise')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait a minute.')
  expect(dialog.isConnected).toBe(true)

  server.answers['POST /api/v1/feedback'] = new Response(null, { status: 204 })
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.of('/api/v1/feedback').at(-1)?.query.get('feedback')).toBe('More light & less noise')
})
