import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderApp } from '../../testing/render-app.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('an address that says so tells that Slack is connected', async () => {
  fakeServer({ 'GET /api/v1/instance': { slack: true } })
  renderApp('/slack-callback?connected=true')
  expect(await screen.findByText('Slack is connected.')).toBeTruthy()
})

test.each([
  ['?error=access_denied&state=s', true, 'It was called off in Slack. Nothing has changed.'],
  ['?connected=true&error=bad_redirect_uri', true, /Slack answered “bad_redirect_uri”/],
  ['?code=c&state=s', false, /This installation cannot be connected with Slack/],
  ['', true, /Slack sent nothing that would connect it/],
] as const)('"%s" where Slack is offered (%s) tells that it is not, and why', async (query, slack, reason) => {
  fakeServer({ 'GET /api/v1/instance': { slack } })
  renderApp(`/slack-callback${query}`)
  expect(await screen.findByText('Slack was not connected.')).toBeTruthy()
  expect(await screen.findByText(reason)).toBeTruthy()
})
