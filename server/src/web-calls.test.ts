import type { Endpoint } from '@leadlight/contract/endpoint'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const WEB = new URL('../../web/src/', import.meta.url)
const CALLS = readFileSync(new URL('lib/calls.ts', WEB), 'utf8')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Call {
  name: string
  endpoint: Endpoint
}

/** Every call that the web app knows, with what the contract says of it. */
async function findCalls(): Promise<Call[]> {
  const files = new Map(
    [...CALLS.matchAll(/^import type \* as (\w+) from '@leadlight\/contract\/([\w-]+)'/gm)].map(([, name, file]) => [
      name,
      file,
    ]),
  )
  const named = [...CALLS.matchAll(/^export const (\w+) = \w+<typeof (\w+)\.(\w+)>/gm)]
  return Promise.all(
    named.map(async ([, name = '', module = '', endpoint = '']) => {
      const url = new URL(`../../contract/src/${files.get(module)}.ts`, import.meta.url).href
      const contract = (await import(url)) as Record<string, Endpoint>
      return { name, endpoint: contract[endpoint]! }
    }),
  )
}

test('the web app calls nothing but the API', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter((file) => !/\.test\.|testing\//.test(file))
  const senders = files.filter((file) =>
    /\bfetch\(|XMLHttpRequest|sendBeacon|EventSource\(|WebSocket\(/.test(readFileSync(new URL(file, WEB), 'utf8')),
  )
  // The second tells the operator's own endpoint, where there is one, what is used.
  expect(senders.toSorted()).toEqual(['lib/analytics.ts', 'lib/api.ts'])
})

test('everything that the web app does is a call that others can make, and stands in the API’s description', async () => {
  const calls = await findCalls()
  expect(calls.length).toBe([...CALLS.matchAll(/^export const /gm)].length)
  expect(calls.length).toBeGreaterThan(100)
  const { body } = await app.request('GET', '/openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> }
  const missing = calls.filter(
    ({ endpoint }) => paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.operationId !== endpoint.name,
  )
  expect(missing.map(({ name }) => name)).toEqual([])
})
