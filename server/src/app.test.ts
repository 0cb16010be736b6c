import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { createTestClient, SOCKET_HEADER, type RequestOptions } from '@leadlight/testing/test-client'
import type { TestOrganization } from '@leadlight/testing/test-organization'

let app: TestApp
let organization: TestOrganization
beforeAll(async () => {
  app = await startTestApp()
  organization = await app.organization()
})
afterAll(() => app.close())

const PROJECT = '/api/v1/project'
const DETAIL_MAX = 200
const nested = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('a bad body gets a sentence and leaves nothing behind:', () => {
  const cases: { why: string; status: number; code: string; options: RequestOptions }[] = [
    { why: 'no object', status: 422, code: 'invalid_request', options: { body: [1, 2] } },
    { why: 'a number', status: 422, code: 'invalid_request', options: { raw: '7' } },
    { why: 'null', status: 422, code: 'invalid_request', options: { raw: 'null' } },
    { why: 'a wrong type', status: 422, code: 'invalid_request', options: { body: { name: { a: 1 } } } },
    { why: 'a wrong type of the other part', status: 422, code: 'invalid_request', options: { body: { website: 1 } } },
    { why: 'two megabytes', status: 413, code: 'body_too_large', options: { body: { name: 'a'.repeat(2_000_000) } } },
    {
      why: 'two megabytes that claim to be few bytes',
      status: 413,
      code: 'body_too_large',
      options: { raw: ' '.repeat(2_000_000), headers: { 'content-length': '10' } },
    },
    { why: 'malformed JSON', status: 400, code: 'body_malformed', options: { raw: '{"name": "a"' } },
    { why: 'JSON with a comment', status: 400, code: 'body_malformed', options: { raw: '{"name":"a"}//' } },
    {
      why: 'invalid UTF-8',
      status: 400,
      code: 'body_malformed',
      options: { raw: Uint8Array.from([0x7b, 0x22, 0x6e, 0xff, 0xfe, 0x22, 0x7d]) },
    },
    { why: 'a NUL', status: 422, code: 'invalid_request', options: { raw: '{"name":"a\\u0000b"}' } },
    { why: 'a NUL in a part not asked for', status: 422, code: 'invalid_request', options: { raw: '{"x":"\\u0000"}' } },
    { why: 'a lone surrogate', status: 422, code: 'invalid_request', options: { raw: '{"name":"a\\ud800b"}' } },
    { why: 'ten thousand levels', status: 422, code: 'invalid_request', options: { raw: nested(10_000) } },
    {
      why: 'a NUL ten thousand levels down',
      status: 422,
      code: 'invalid_request',
      options: { raw: `${'{"a":'.repeat(10_000)}"\\u0000"${'}'.repeat(10_000)}` },
    },
    { why: 'a hundred thousand levels', status: 422, code: 'invalid_request', options: { raw: nested(100_000) } },
    {
      why: 'another content type',
      status: 400,
      code: 'content_type_wrong',
      options: { raw: '<name/>', headers: { 'content-type': 'text/xml' } },
    },
    {
      why: 'a form where JSON is wanted',
      status: 400,
      code: 'content_type_wrong',
      options: { form: { name: 'Acme' } },
    },
  ]

  test.each(cases)('$why', async ({ status, code, options }) => {
    const before = (await organization.request('GET', PROJECT)).text
    const reply = await organization.request('POST', PROJECT, options)

    expect(reply.headers.get('content-type')).toBe('application/problem+json')
    expect(reply.problem()).toMatchObject({ status, code, request_id: reply.headers.get('x-request-id') })
    expect(reply.problem().detail).toMatch(/^\S.*\.$/)
    expect(reply.problem().detail.length).toBeLessThan(DETAIL_MAX)
    expect((await organization.request('GET', PROJECT)).text).toBe(before)
    expect(app.log.lines.filter((line) => line.level === 'error')).toEqual([])
  })

  test('a prototype in the body pollutes nothing', async () => {
    const raw = '{"name":"Plain","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const reply = await organization.request('POST', PROJECT, { raw })

    expect(reply).toMatchObject({ status: 201, body: { name: 'Plain' } })
    expect(JSON.stringify(reply.body)).not.toContain('polluted')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test.each(['%ff', '%00', '%ed%a0%80', '%'])('a path or query with %s causes no server error', async (bytes) => {
    const path = await organization.request('GET', `${PROJECT}/${bytes}`)
    const query = await organization.request('PATCH', `/users_info/update_name?first_name=${bytes}&last_name=x`)

    expect(path.status).toBeLessThan(500)
    expect(query.status).toBeLessThan(500)
  })
})

describe('a route that does not exist', () => {
  test.each(['/api/v1/nope', '/api', '/auth/nope', '/users_info/', '/openapi.json/x', '/mcp/nope'])(
    'at %s is answered by a problem document',
    async (path) => {
      expect((await app.request('GET', path)).problem()).toMatchObject({ status: 404, code: 'route_not_found' })
    },
  )

  test('for its method names the methods there are', async () => {
    const reply = await app.request('DELETE', PROJECT)

    expect(reply.problem()).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
      detail: 'DELETE is not possible here; GET, POST is.',
    })
    expect(reply.headers.get('allow')).toBe('GET, POST')
  })
})

describe('every answer', () => {
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': expect.stringMatching(/; charset=utf-8$|^application\/(problem\+)?json$/i) as string,
  }
  const POLICY = ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]
  test('tells browsers what it may load, who may frame it and what it is, whether it succeeds or not', async () => {
    const client = createTestClient(buildApp({ ...app.dependencies, webDirectory: tmpWeb('') }))
    const headers = { origin: 'https://elsewhere.example', accept: 'text/html,*/*' }
    const paths = ['/', '/projects/new', '/assets/a.js', '/docs', '/openapi.json', '/healthz', PROJECT, '/api/v1/nope']
    const replies = [
      await organization.request('GET', PROJECT, { headers }),
      ...(await Promise.all(paths.map((path) => client.request('GET', path, { headers })))),
    ]
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401, 404]))
    for (const reply of replies) {
      const told = Object.fromEntries(reply.headers)
      expect(told).toMatchObject(SAFE)
      expect(told['content-security-policy']?.split('; ')).toEqual(expect.arrayContaining(POLICY))
      expect(Object.keys(told).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

describe('a browser is held to TLS', () => {
  const HSTS = 'strict-transport-security'
  test.each([
    { by: 'nobody’s word', trusted: '', headers: { 'x-forwarded-proto': 'https' }, held: null },
    { by: 'a stranger’s word', trusted: 'loopback', headers: { [SOCKET_HEADER]: '203.0.113.7' }, held: null },
    { by: 'a trusted proxy’s word', trusted: 'loopback', headers: {}, held: 'max-age=31536000; includeSubDomains' },
  ])('by $by, in every answer: $held', async ({ trusted, headers, held }) => {
    const config = { ...app.config, trustProxy: [trusted].filter(Boolean) }
    const behind = createTestClient(buildApp({ ...app.dependencies, config, webDirectory: tmpWeb('') }))
    for (const path of ['/', '/healthz', '/assets/a.js', '/openapi.json', '/api/v1/nope', PROJECT]) {
      const reply = await behind.request('GET', path, { headers: { 'x-forwarded-proto': 'https', ...headers } })
      expect([path, reply.headers.get(HSTS)]).toEqual([path, held])
    }
  })
})

test('nobody is redirected but to the front page of the guide, whatever an address, a host or a proxy says', async () => {
  const config = { ...app.config, trustProxy: ['loopback'] }
  const client = createTestClient(buildApp({ ...app.dependencies, config, webDirectory: tmpWeb('') }))
  const evil = 'https://evil.example/'
  const headers = {
    'x-forwarded-proto': 'http',
    'x-forwarded-host': 'evil.example',
    host: 'evil.example',
    accept: 'text/html',
  }
  for (const path of [
    '/',
    '//evil.example',
    '/sign-in',
    '/docs',
    '/docs/',
    '/guide',
    '/assets',
    '/healthz',
    '/api/v1/nope',
    PROJECT,
  ]) {
    for (const query of ['', `?next=${evil}&url=${evil}&return_to=${evil}&redirect_uri=${evil}`]) {
      const reply = await client.request('GET', path + query, { headers })
      const to = path === '/guide' ? '/guide/' : null
      expect([path, reply.headers.get('location')]).toEqual([path, to])
      expect([path, reply.status >= 300 && reply.status < 400]).toEqual([path, to !== null])
    }
  }
})

test.each(['/assets', '/assets/', '/assets/.', '/assets/..%2f', '/.', '/%2e%2e/', '/guide/'])(
  'the folder %s is not listed',
  async (path) => {
    const { hono } = buildApp({ ...app.dependencies, webDirectory: tmpWeb('') })
    const reply = await hono.request(path, { headers: { accept: 'text/html' } })
    expect(await reply.text()).not.toMatch(/a\.js|index\.html|package\.json/)
  },
)

describe('the documents', () => {
  test('every call of the API is described, with its problem codes', async () => {
    const document = (await app.request('GET', '/openapi.json')).body as { paths: Record<string, object> }
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )

    expect(described.toSorted()).toEqual(app.app.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted())
    expect(JSON.stringify(document)).toContain('REGISTER_INVALID_PASSWORD')
  })

  test('a call that may be repeated under a key says so', async () => {
    const { paths } = (await app.request('GET', '/openapi.json')).body as { paths: Record<string, { post: object }> }

    expect(paths['/api/v1/leads/{projectId}/update_smart_column']?.post).toMatchObject({
      parameters: [{ in: 'path' }, { in: 'header', name: 'Idempotency-Key' }],
    })
  })

  test('say of every call who may make it, with what, and how', async () => {
    const reply = await app.request('GET', '/docs')

    expect(reply.headers.get('content-type')).toMatch(/^text\/html/)
    for (const endpoint of app.app.endpoints) {
      const start = reply.text.indexOf(`<article id="${endpoint.name}">`)
      const article = reply.text.slice(start, reply.text.indexOf('</article>', start))
      expect(start).toBeGreaterThan(0)
      expect(article).toContain('Who may call:')
      expect(article).toContain(`curl -X ${endpoint.method}`)
      for (const code of endpoint.errors) expect(article).toContain(code)
    }
  })

  test('need no script and no style from elsewhere', async () => {
    const { text, headers } = await app.request('GET', '/docs')

    expect(text).not.toMatch(/<script|<style|style=|https?:\/\/(?!localhost|example\.com)/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await app.request('GET', '/docs/style.css')).headers.get('content-type')).toMatch(/^text\/css/)
  })
})

describe('the web app', () => {
  const page = '<!doctype html><title>Leadlight</title>'
  const script = `export const words = ${JSON.stringify('lead '.repeat(1000))}`
  let web: ReturnType<typeof createTestClient>
  beforeAll(() => {
    const webDirectory = mkdtempSync(join(tmpdir(), 'web-'))
    mkdirSync(join(webDirectory, 'assets'))
    writeFileSync(join(webDirectory, 'index.html'), page)
    writeFileSync(join(webDirectory, 'assets', 'app-3f2a.js'), script)
    web = createTestClient(buildApp({ ...app.dependencies, webDirectory }))
  })

  test.each(['/', '/projects/new', '/sign-in', '/invite?t=a.b'])(
    '%s opens the page, and is revalidated each time',
    async (path) => {
      const reply = await web.request('GET', path, { headers: { accept: 'text/html,*/*' } })

      expect(reply).toMatchObject({ status: 200, text: page })
      expect(reply.headers.get('cache-control')).toBe('no-cache')
      expect(reply.headers.get('content-security-policy')).toContain("script-src 'self'")
    },
  )

  test.each(['/notice', '/notice/', '/Notice?t=a', '/%6eotice', '/notice//'])(
    '%s is neither kept nor listed, however it is written',
    async (path) => {
      const { status, headers } = await web.request('GET', path, { headers: { accept: 'text/html,*/*' } })
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive')
    },
  )

  test('files with a hash are cached for ever, and known ones are not sent again', async () => {
    const first = await web.request('GET', '/assets/app-3f2a.js')
    const etag = first.headers.get('etag') ?? ''
    const second = await web.request('GET', '/assets/app-3f2a.js', { headers: { 'if-none-match': etag } })

    expect(first.text).toBe(script)
    expect(first.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(second).toMatchObject({ status: 304, text: '' })
  })

  test.each([
    { accepts: 'gzip, deflate, br', encoding: 'br', unpack: brotliDecompressSync },
    { accepts: 'gzip;q=1.0, br;q=0', encoding: 'gzip', unpack: gunzipSync },
  ])('to $accepts it answers $encoding', async ({ accepts, encoding, unpack }) => {
    const hono = buildApp({ ...app.dependencies, webDirectory: tmpWeb(script) }).hono
    const response = await hono.request('/assets/a.js', { headers: { 'accept-encoding': accepts } })
    const bytes = Buffer.from(await response.arrayBuffer())

    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(bytes.length).toBeLessThan(script.length / 10)
    expect(unpack(bytes).toString()).toBe(script)
  })

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/security.txt',
    '/mcp/.well-known/openid-configuration',
    '/.git/HEAD',
    '/assets/gone',
    '/auth/gone',
  ])('%s, which programs request, is no screen', async (path) => {
    for (const accept of ['*/*', 'application/json', 'text/html,*/*']) {
      const reply = await web.request('GET', path, { headers: { accept } })
      expect(reply.problem()).toMatchObject({ status: 404, code: 'route_not_found' })
    }
  })

  test.each([
    { method: 'GET', path: '/assets/gone-1234.js', why: 'a missing file stays missing' },
    { method: 'GET', path: '/..%2f..%2fpackage.json', why: 'nothing outside is served' },
    { method: 'GET', path: '/api/v1/nope', why: 'an unknown call is no screen' },
    { method: 'POST', path: '/projects/new', why: 'a screen takes no posts' },
  ])('$why', async ({ method, path }) => {
    expect((await web.request(method, path, { headers: { accept: '*/*' } })).status).toBe(404)
  })
})

function tmpWeb(script: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), '<!doctype html>')
  writeFileSync(join(directory, 'assets', 'a.js'), script)
  return directory
}

test('every table that carries an organization is fenced by forced row-level security', async () => {
  const { rows } = await app.database.pool.query<{ name: string; fenced: boolean; policies: string }>(`
    select relname as name, relrowsecurity and relforcerowsecurity as fenced,
      (select count(*) from pg_policy where polrelid = pg_class.oid) as policies
    from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id'
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`)
  const open = rows.filter((row) => !row.fenced || Number(row.policies) === 0).map((row) => row.name)

  expect(rows.length).toBeGreaterThan(15)
  // Someone without an organization can give feedback too, and only the operator reads it.
  expect(open).toEqual(['feedback'])
})
