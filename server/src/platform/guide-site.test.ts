import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient } from '@leadlight/testing/test-client'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const HEADERS = { accept: 'text/html,*/*' }

/** An installation with a web app, and the folder where its guide will be. */
function installation() {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'))
  const guideDirectory = join(folder, 'guide')
  mkdirSync(join(guideDirectory, 'static'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), 'the web app')
  writeFileSync(join(guideDirectory, 'index.html'), 'the first page')
  const client = createTestClient(buildApp({ ...app.dependencies, webDirectory: folder, guideDirectory }))
  return { get: (path: string) => client.request('GET', path, { headers: HEADERS }), guideDirectory }
}

test('a guide that is not built yet says so, and is there once it is, without a restart', async () => {
  const { get, guideDirectory } = installation()

  const before = await get('/guide/')
  expect(before.status).toBe(503)
  expect(before.text).toContain('npm run guide')
  expect(before.headers.get('cache-control')).toBe('no-store')

  writeFileSync(join(guideDirectory, '.built-from'), 'a state of docs')
  expect(await get('/guide/')).toMatchObject({ status: 200, text: 'the first page' })
})

test('the built guide is served to anybody below its address, and never mistaken for the web app', async () => {
  const { get, guideDirectory } = installation()
  writeFileSync(join(guideDirectory, 'search.html'), 'about searches')
  writeFileSync(join(guideDirectory, '404.html'), 'no such page')
  writeFileSync(join(guideDirectory, 'static/page.1f2e.js'), 'script')
  writeFileSync(join(guideDirectory, '.built-from'), 'a state of docs')

  const bare = await get('/guide')
  expect(bare.status).toBe(308)
  expect(bare.headers.get('location')).toBe('/guide/')

  for (const path of ['/guide/search.html', '/guide/search']) {
    const page = await get(path)
    expect(page).toMatchObject({ status: 200, text: 'about searches' })
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")
  }
  const script = await get('/guide/static/page.1f2e.js')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  for (const path of ['/guide/nothing', '/guide/.built-from', '/guide/static/', '/guide/..%2findex.html']) {
    expect(await get(path)).toMatchObject({ status: 404, text: 'no such page' })
  }
})
