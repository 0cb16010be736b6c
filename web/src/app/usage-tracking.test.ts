import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, expect, test, vi } from 'vitest'
import { useInstance } from '../lib/instance.ts'
import { createMemoryHistory } from '../lib/router/history.ts'
import { Router } from '../lib/router/router.ts'
import { swrConfig } from '../lib/swr-config.ts'
import { fakeServer } from '../testing/fake-server.ts'
import { instance } from '../testing/rosas-story.ts'
import { startUsageTracking } from './usage-tracking.ts'

const ENDPOINT = 'https://stats.example/batch'

afterEach(() => {
  vi.unstubAllGlobals()
})

function open() {
  const paths = ['/sign-in', '/account', '/reset-password']
  return new Router(
    paths.map((path) => ({ path })),
    createMemoryHistory('/sign-in'),
  )
}

test('page views are sent on navigation, with the path only', async () => {
  const server = fakeServer({
    'GET /api/v1/instance': instance({ analytics_url: ENDPOINT }),
    'POST /batch': new Response(),
  })
  const router = open()
  const analytics = await startUsageTracking(router)
  await router.navigate('/account?t=secret')
  await router.navigate('/account?t=other')
  await router.navigate('/reset-password')
  analytics?.stop()
  const [batch] = server.of('/batch')
  expect(batch?.body).toMatchObject({
    events: ['/sign-in', '/account', '/reset-password'].map((path) => ({ event: 'page_view', path })),
  })
  expect(JSON.stringify(batch?.body)).not.toContain('secret')
})

test('nothing is sent if the operator measures nothing', async () => {
  const server = fakeServer({ 'GET /api/v1/instance': instance() })
  const router = open()
  expect(await startUsageTracking(router)).toBeNull()
  await router.navigate('/account')
  // Sends any pending events.
  window.dispatchEvent(new Event('pagehide'))
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/instance'])
})

test('the installation’s options are read once, whoever needs them', async () => {
  const server = fakeServer({ 'GET /api/v1/instance': instance({ google: true }) })
  const measuring = startUsageTracking(open())
  const provider = () => new Map()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(SWRConfig, { value: { ...swrConfig, provider } }, children)
  const { result } = renderHook(useInstance, { wrapper })
  await measuring
  await waitFor(() => expect(result.current).toMatchObject({ google: true }))
  expect(server.requests.map(({ path }) => path)).toEqual(['/api/v1/instance'])
})
