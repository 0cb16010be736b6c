import { can, PERMISSIONS, ROLES } from '@leadlight/domain/roles'
import { html } from 'hono/html'
import { exampleOf, limitsOf, shapeOf, type JsonSchema } from './docs-shape.ts'
import { DOCS_STYLE } from './docs-style.ts'
import type { App } from './http.ts'
import { lazy } from './lazy.ts'
import { createOpenApiInTurns } from './openapi.ts'
import { mapInTurns } from './take-turns.ts'

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
}

interface Content {
  description?: string
  content?: Record<string, { schema: JsonSchema }>
}

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  'x-access': string
  'x-key-scope': string | null
  'x-cost': number
  parameters: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface Call extends Operation {
  method: string
  path: string
}

type Page = ReturnType<typeof html>

/**
 * Serves the API's documents: the OpenAPI document, and at `/docs` a plain page made from it, so that the two cannot
 * differ. Bound after the slices' routes.
 */
export function serveDocs(app: App, about: { version: string; publicUrl: string }): void {
  const document = lazy(() => createOpenApiInTurns(app.endpoints, about))
  app.hono.get('/openapi.json', async (c) => c.json(await document()))
  const page = lazy(async () => docsPage(await callsOf(app, about), about))
  app.hono.get('/docs', async (c) => c.html(await page()))
  app.hono.get('/docs/style.css', (c) => c.body(DOCS_STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }))
}

async function callsOf(app: App, about: { version: string; publicUrl: string }): Promise<Call[]> {
  const { paths } = (await createOpenApiInTurns(app.endpoints, about)) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
}

async function docsPage(calls: Call[], about: { version: string; publicUrl: string }): Promise<Page> {
  const groups = [...Map.groupBy(calls, (call) => call.tags[0] ?? 'other')]
  const articles = await mapInTurns(
    groups.flatMap(([, members]) => members),
    (call) => article(call, about.publicUrl),
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Leadlight API ${about.version}</title>
        <link rel="stylesheet" href="/docs/style.css" />
        <link rel="icon" href="/lamp.svg" type="image/svg+xml" />
      </head>
      <body>
        <nav aria-label="Calls">
          ${groups.map(
            ([tag, members]) =>
              html`<h2>${tag.replaceAll(/[-_]/g, ' ')}</h2>
                <ul>
                  ${members.map((call) => html`<li><a href="#${call.operationId}">${call.method} ${call.path}</a></li>`)}
                </ul>`,
          )}
        </nav>
        <main>
          <h1>Leadlight API ${about.version}</h1>
          ${introduction(about.publicUrl)} ${articles}
        </main>
      </body>
    </html>`
}

function introduction(publicUrl: string): Page {
  return html`<p>
      Everything the web app does, it does through these calls, at <code>${publicUrl}</code>. The same, for machines:
      <a href="/openapi.json">openapi.json</a>.
    </p>
    <p>
      Make a personal key in your account, and send it with every call, as the header
      <code>Authorization: Bearer ll_…</code>. It acts as you, with the role you have at that moment, within its scope:
      <code>read</code> looks, <code>write</code> also changes what members may change, <code>manage</code> also does
      what is left to admins. The token that <a href="#login">POST /auth/jwt/login</a> answers is sent the same way and
      makes every call. Bodies are JSON in snake_case, ids are UUIDs, instants are ISO 8601 in UTC. What fails answers a
      problem document (RFC 9457) with a readable <code>detail</code> and a <code>code</code> for programs; every call
      can answer 422 for a request of the wrong form, and those that need a token 401, 403 where it may not make the
      call (<code>key_not_allowed</code>, <code>key_scope_too_low</code>, <code>key_limited</code>), and 429
      (<code>rate_limited</code>).
    </p>
    <p>
      Calls are counted by the minute. <code>RateLimit-Policy</code> tells how many there are, such as
      <code>"key";q=600;w=60</code>, and <code>RateLimit</code> how many are left and for how many seconds they have to
      last, such as <code>"key";r=598;t=41</code>. Heavy calls count as several, which they say below, and one that
      finds anything left goes through. One too many is answered 429, with the seconds to wait in
      <code>Retry-After</code>.
    </p>
    <p>
      When no answer came, what reads or sets something may be asked again as it is. Calls that spend credits or send
      something take an <code>Idempotency-Key</code> of your own choice, where it is named: asked again with the same
      one within a day, they do nothing more and answer what came of the first.
    </p>
    <p>
      Assistants find the most important calls as tools at <code>${publicUrl}/mcp</code>, by the Model Context Protocol
      (Streamable HTTP), with the same keys.
    </p>
    ${firstCall(publicUrl)}
    <h2>Who may call</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Permission</th>
          ${ROLES.map((role) => html`<th scope="col">${role}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${PERMISSIONS.map(
          (permission) =>
            html`<tr>
              <th scope="row"><code>${permission}</code></th>
              ${ROLES.map((role) => html`<td>${can(role, permission) ? 'yes' : 'no'}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p>A guest's permissions hold in the projects granted to them. Whatever is not yours to see is told as missing.</p>`
}

function firstCall(publicUrl: string): Page {
  const curl = `KEY=ll_…\ncurl '${publicUrl}/api/v1/project' \\\n  -H "Authorization: Bearer $KEY"`
  return html`<pre><code>${curl}</code></pre>`
}

function article(call: Call, publicUrl: string): Page {
  const [status, success] = Object.entries(call.responses).find(([key]) => key !== 'default') ?? []
  return html`<article id="${call.operationId}">
    <h3><span>${call.method}</span> <code>${call.path}</code></h3>
    <p>${prose(call.summary)}</p>
    <p>Who may call: ${audience(call['x-access'])}. ${keysOf(call)} ${costOf(call)}</p>
    ${parameterTable(call.parameters)} ${shape('Body', call.requestBody)} ${shape(`Answer ${status ?? ''}`, success)}
    <p>${prose(call.responses['default']?.description ?? '')}</p>
    <pre><code>${curlOf(call, publicUrl)}</code></pre>
  </article>`
}

/** Renders text whose backticks mark code. */
function prose(text: string): Page[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function audience(access: string): string {
  if (access === 'public') return 'anyone'
  if (access === 'signed_in') return 'anyone signed in'
  const permission = PERMISSIONS.find((one) => one === access)
  const roles = ROLES.filter((role) => permission && can(role, permission))
  return `${roles.join(', ')} (permission ${access})`
}

function keysOf({ 'x-access': access, 'x-key-scope': scope }: Call): Page | string {
  if (access === 'public') return ''
  return scope === null ? 'Not by a personal key.' : html`A personal key needs the scope <code>${scope}</code>.`
}

function costOf({ 'x-cost': calls }: Call): string {
  return calls === 1 ? '' : `Counts as ${calls} calls.`
}

function parameterTable(parameters: Parameter[]): Page | string {
  if (parameters.length === 0) return ''
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">In</th>
        <th scope="col">Shape</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map(
        (parameter) =>
          html`<tr>
            <th scope="row"><code>${parameter.name}${parameter.required ? '' : '?'}</code></th>
            <td>${parameter.in}</td>
            <td>${shapeOf(parameter.schema)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

function shape(title: string, part: Content | undefined): Page | string {
  if (!part) return ''
  const [type, content] = Object.entries(part.content ?? {})[0] ?? []
  if (!type || !content) return html`<p>${title}: no content.</p>`
  const limits = limitsOf(content.schema)
  return html`<p>${title}, ${type}${limits && ` (${limits})`}:</p>
    <pre><code>${shapeOf(content.schema)}</code></pre>`
}

function curlOf(call: Call, publicUrl: string): string {
  const path = call.path.replaceAll(/\{\w+\}/g, String(exampleOf({ format: 'uuid' })))
  const query = call.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(String(exampleOf(parameter.schema, parameter.name)))}`)
  const lines = [`curl -X ${call.method} '${publicUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}'`]
  const bearer = call['x-key-scope'] === null ? '$TOKEN' : '$KEY'
  if (call['x-access'] !== 'public') lines.push(`-H "Authorization: Bearer ${bearer}"`)
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? []
  if (type && content) {
    const example = exampleOf(content.schema)
    const isForm = type !== 'application/json'
    const body = isForm ? new URLSearchParams(example as Record<string, string>).toString() : JSON.stringify(example)
    lines.push(`-H 'Content-Type: ${type}'`, `-d '${body}'`)
  }
  return lines.join(' \\\n  ')
}
