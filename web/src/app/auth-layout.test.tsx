import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer } from '../testing/fake-server.ts'
import { renderApp } from '../testing/render-app.tsx'
import { instance, NETSCOPE, rosasAnswers } from '../testing/rosas-story.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a link of the footer keeps the focus from one public screen to the other', async () => {
  fakeServer({ 'GET /api/v1/instance': instance() })
  renderApp('/sign-in')
  const link = await screen.findByRole('link', { name: 'Contact' })
  await userEvent.click(link)
  await screen.findByRole('heading', { name: 'Contact' })
  expect(document.activeElement).toBe(link)
})

test('a signed-in user goes on from a public screen with answers to the product', async () => {
  localStorage.setItem('access_token', 'a-token-12345678')
  fakeServer({ ...rosasAnswers(), 'GET /api/v1/instance': instance() })
  const app = renderApp('/verify-user')
  await screen.findByRole('heading', { name: 'Verify your email' })
  await app.router.navigate(`/projects/${NETSCOPE}/insights`)
  expect(await screen.findByRole('heading', { name: 'Insights' })).toBeTruthy()
  await app.router.navigate('/verify-user')
  expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeTruthy()
})
