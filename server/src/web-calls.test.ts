import * as contract from '@leadlight/contract/calls'
import { callsIn } from '@leadlight/contract/endpoint'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const WEB = new URL('../../web/src/', import.meta.url)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the web app calls nothing but the API', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !/\.test\.|testing\//.test(file))
  const senders = files.filter((file) =>
    /\bfetch\(|XMLHttpRequest|sendBeacon|EventSource\(|WebSocket\(/.test(readFileSync(new URL(file, WEB), 'utf8')),
  )
  // The second sends usage data to the operator's own endpoint, where there is one.
  expect(senders.toSorted()).toEqual(['lib/analytics.ts', 'lib/api.ts'])
})

test('the web app calls only what the API’s description offers to everybody', async () => {
  const { body } = await app.request('GET', '/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> }
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId}: ${method.toUpperCase()} ${path}`),
  )
  const called = callsIn(contract)
  expect(called.length).toBeGreaterThan(200)
  expect(called.map(([, { name, method, path }]) => `${name}: ${method} ${path}`).toSorted()).toEqual(
    described.toSorted(),
  )
})
