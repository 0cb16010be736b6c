import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { instance } from '../../testing/rosas-story.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const FINISH = 'GET /api/v1/slack/oauth-callback'

test('Slack’s code connects the project, once, and leads to its channels', async () => {
  localStorage.setItem('access_token', 'a-token-12345678')
  const answer = { project_id: 'p-1', team_name: 'Marble Books' }
  const server = fakeServer({ 'GET /api/v1/instance': instance({ slack: true }), [FINISH]: answer })
  renderApp('/slack-callback?code=c&state=s')
  expect(await screen.findByText('Slack is connected: Marble Books.')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Choose channels' })
  expect(link.getAttribute('href')).toBe('/projects/p-1/settings/notifications')
  expect(server.requests.filter(({ path }) => path.startsWith('/api/v1/slack/'))).toHaveLength(1)
})

test('a refusal shows the server’s words', async () => {
  localStorage.setItem('access_token', 'a-token-12345678')
  const detail = 'This way back from Slack has been used.'
  fakeServer({ 'GET /api/v1/instance': instance({ slack: true }), [FINISH]: problem(400, detail) })
  renderApp('/slack-callback?code=d&state=s')
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByText('Slack was not connected.')).toBeTruthy()
})

test.each([
  ['?error=access_denied&state=s', true, 'It was called off in Slack. Nothing has changed.'],
  ['?error=bad_redirect_uri', true, /Slack answered “bad_redirect_uri”/],
  ['?code=c&state=s', true, /You are not signed in in this browser any more/],
  ['?code=c', false, /This installation cannot be connected with Slack/],
  ['', true, /Slack sent nothing that would connect it/],
] as const)('"%s" with Slack offered (%s) is not connected, and says why', async (query, slack, reason) => {
  fakeServer({ 'GET /api/v1/instance': instance({ slack }) })
  renderApp(`/slack-callback${query}`)
  expect(await screen.findByText('Slack was not connected.')).toBeTruthy()
  expect(await screen.findByText(reason)).toBeTruthy()
})
