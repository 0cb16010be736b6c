import type { Endpoint } from '@leadlight/contract/endpoint'
import { systemClock } from '@leadlight/server/platform/clock'
import type { DatabaseOptions } from '@leadlight/server/platform/database'
import { silentLog } from '@leadlight/server/platform/log'
import { mayCall, mintCaller, type CallerName } from '@leadlight/testing/matrix/callers'
import { prepareCall } from '@leadlight/testing/matrix/calls'
import { OBJECTS } from '@leadlight/testing/matrix/objects'
import { recipesOf } from '@leadlight/testing/matrix/recipes'
import type { Recipe } from '@leadlight/testing/matrix/recipe'
import { mintSite, openStage, type Site, type Stage } from '@leadlight/testing/matrix/site'
import { readOperations, type Operation } from '@leadlight/testing/fuzz/operations'
import type { TestUser } from '@leadlight/testing/test-organization'
import { makeBody, type Kind } from '../anonymous-bodies/bodies.ts'
import { systemRandom } from '@leadlight/server/platform/random'
import { startOwnPostgres, type OwnPostgres } from '../list/own-postgres.ts'
import { startBlockMeter, type BlockMeter } from './block-meter.ts'
import { fillProject, type ProjectSize, type LargeObjects } from './fill-project.ts'
import { enlarge, FILLS } from './largest.ts'

/** The call of an operation that kept the event loop longest. */
export interface Measured {
  operation: string
  what: string
  status: number
  /** The longest block of its shortest try, so that a collection of garbage in one does not count. */
  againMs: number
  /** Of its first try, when code is loaded and not yet compiled. */
  firstMs: number
}

interface Outcome {
  operations: Measured[]
  calls: number
  refused: number
}

/** From here on a call is tried again. */
const DOUBTFUL_MS = 20
const TRIES = 4
const RAW_KINDS: readonly Kind[] = ['keys', 'items', 'levels', 'one text', 'ids that are none']
/** What ends or empties things comes last. */
const LATE = /delete|remove|leave|erase|end|revoke|signOut|cancel|transfer|withdraw|Undo|undo|mark|update.*Status/i

interface Setting {
  stage: Stage
  site: Site
  large: LargeObjects
  meter: BlockMeter
}

/** One way to make a call; a fresh request each time, as a call may use up what it names. */
interface Variant {
  what: string
  prepare: () => Promise<{ path: string; init: RequestInit }>
}

interface Asked extends ProjectSize {
  /** A part of the names of operations; undefined for all. */
  only: string | undefined
  /** Called with each operation once it is measured. */
  tell: (measured: Measured) => void
}

/** Measures the longest block of each operation's largest calls, in a process of the app with all doubles. */
export async function measureCalls({ only, tell, ...size }: Asked): Promise<Outcome> {
  const postgres = await startOwnPostgres()
  const stage = await openStage({ alone: { database: databaseAt(postgres), random: systemRandom } })
  // Calls that wait for a platform's rate limit wait on the app's clock.
  const ticking = setInterval(() => void stage.app.clock.advance(250), 10)
  const meter = startBlockMeter()
  try {
    const site = await mintSite(stage)
    const setting = { stage, site, large: await fillProject(site, size), meter }
    const operations = (await readOperations(stage.app)).filter(({ name }) => only === undefined || name.includes(only))
    const outcome: Outcome = { operations: [], calls: 0, refused: 0 }
    const keep = (measured: Measured) => {
      outcome.operations.push(measured)
      tell(measured)
    }
    const last = ({ name, method }: Operation) => (method === 'GET' ? 0 : LATE.test(name) ? 2 : 1)
    for (const operation of operations.toSorted((a, b) => last(a) - last(b))) {
      keep(await measureOperation(setting, operation, outcome))
    }
    for (const path of ['/openapi.json', '/docs', '/metrics', '/guide/']) {
      const init = { headers: { authorization: `Bearer ${site.admin.token}` } }
      const variants = [{ what: 'as it is', prepare: () => Promise.resolve({ path, init }) }]
      keep(await measureVariants(setting, path, variants, outcome))
    }
    return outcome
  } finally {
    clearInterval(ticking)
    meter.stop()
    await stage.close()
    await postgres.stop()
  }
}

function databaseAt({ ownerUrl }: OwnPostgres): DatabaseOptions {
  return { databaseUrl: ownerUrl, dataDir: '', poolMax: 5, log: silentLog, clock: systemClock }
}

async function measureOperation(setting: Setting, operation: Operation, outcome: Outcome): Promise<Measured> {
  const endpoint = setting.stage.app.app.endpoints.find(({ name }) => name === operation.name)
  if (!endpoint) throw new Error(`${operation.name} is described and not bound.`)
  const variants = recipesOf(endpoint).flatMap((recipe) => variantsOf(setting, { operation, endpoint, recipe }))
  return await measureVariants(setting, operation.name, variants, outcome)
}

async function measureVariants(setting: Setting, name: string, variants: Variant[], outcome: Outcome) {
  const longest: Measured = { operation: name, what: '', status: 0, againMs: -1, firstMs: 0 }
  for (const { what, prepare } of variants) {
    let shortest = Number.POSITIVE_INFINITY
    let status = 0
    for (let tries = 0; tries < TRIES && shortest > DOUBTFUL_MS; tries++) {
      const tried = await measureOnce(setting, await prepare())
      if (tries === 0) {
        outcome.calls += 1
        if (tried.status >= 400) outcome.refused += 1
        longest.firstMs = Math.max(longest.firstMs, tried.blockMs)
      }
      if (tried.blockMs >= shortest) continue
      shortest = tried.blockMs
      status = tried.status
    }
    if (shortest > longest.againMs) Object.assign(longest, { what, status, againMs: shortest })
  }
  return longest
}

async function measureOnce({ stage, meter }: Setting, { path, init }: { path: string; init: RequestInit }) {
  // Made before the measuring, as a client's own work is not the server's.
  const request = new Request(new URL(path, 'http://localhost'), init)
  await new Promise((resolve) => setTimeout(resolve, 2))
  meter.reset()
  const response = await stage.app.app.hono.request(request)
  await drain(response)
  return { status: response.status, blockMs: meter.longestMs() }
}

async function drain({ body, headers }: Response): Promise<void> {
  if (!body) return
  // An event stream may never end: what is sent at once is all that was asked for.
  if (headers.get('content-type')?.startsWith('text/event-stream')) return await body.cancel()
  const reader = body.getReader()
  while (!(await reader.read()).done);
}

interface Kinds {
  operation: Operation
  endpoint: Endpoint
  recipe: Recipe
}

function variantsOf(setting: Setting, { operation, endpoint, recipe }: Kinds): Variant[] {
  const make = () => prepareOwn(setting, endpoint, recipe)
  const plain: Variant = {
    what: 'as it is',
    prepare: async () => {
      const { token, input, headers } = await make()
      return requestOf(operation, token, { ...input, headers })
    },
  }
  const filled = Object.entries(FILLS).map(([name, fill]): Variant => ({
    what: name,
    prepare: async () => {
      const { token, input, headers } = await make()
      for (let share = 1; ; share /= 2) {
        const query = enlarge(operation.query, input.query, { fill, share: Math.min(share, 1) })
        const body = operation.body && enlarge(operation.body.schema, input.body, { fill, share })
        const request = requestOf(operation, token, { ...input, query, body, headers })
        const fits = bytesOf(request.init.body) <= endpoint.bodyBytesMax && request.path.length < 15_000
        if (fits || share < 0.001) return request
      }
    },
  }))
  if (operation.body?.type !== 'application/json') return [plain, ...filled]
  const raw = RAW_KINDS.map((kind): Variant => ({
    what: `a body of ${kind}`,
    prepare: async () => {
      const { token, input, headers } = await make()
      const { path, init } = requestOf(operation, token, { ...input, headers })
      return { path, init: { ...init, body: makeBody(kind, endpoint.bodyBytesMax - 1_000).body.toString() } }
    },
  }))
  return [plain, ...filled, ...raw]
}

/** A call that succeeds, by somebody who may make it, about the largest objects where there are such. */
async function prepareOwn({ stage, site, large }: Setting, endpoint: Endpoint, recipe: Recipe) {
  const name = (['admin', 'superAdmin', 'anonymous'] as CallerName[]).find((one) => mayCall(one, endpoint)) ?? 'admin'
  const place = recipe.caller === 'founder' ? await mintSite(stage) : site
  const { user } = await callerOf(place, name, recipe)
  const isHarmless = endpoint.method === 'GET' || !LATE.test(endpoint.name)
  const { input, options } = await prepareCall({ site: place, recipe, caller: user }, async (_, object) => {
    const largest = isHarmless && place === site ? large[object] : undefined
    return largest ?? (await OBJECTS[object].make(place, place.projectId, user))
  })
  return { token: name === 'anonymous' ? undefined : user.token, input, headers: options.headers }
}

const standing = new Map<string, Promise<{ user: TestUser }>>()

async function callerOf(site: Site, name: CallerName, recipe: Recipe): Promise<{ user: TestUser }> {
  if (recipe.caller !== undefined) return await mintCaller(site, name)
  const known = standing.get(name) ?? mintCaller(site, name)
  standing.set(name, known)
  return await known
}

interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
  headers?: Record<string, string> | undefined
}

function requestOf(operation: Operation, token: string | undefined, sent: Sent): { path: string; init: RequestInit } {
  const { method, body: described } = operation
  const params = (sent.params ?? {}) as Record<string, string>
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
  const search = new URLSearchParams(pairsOf(sent.query)).toString()
  const headers: Record<string, string> = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(described && { 'content-type': described.type }),
    ...sent.headers,
  }
  const form = described?.type === 'application/x-www-form-urlencoded'
  const body = form ? new URLSearchParams(pairsOf(sent.body)).toString() : JSON.stringify(sent.body)
  return { path: search === '' ? path : `${path}?${search}`, init: { method, headers, ...(described && { body }) } }
}

function pairsOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, given]) =>
    (Array.isArray(given) ? given : [given])
      .filter((one) => one !== undefined && one !== null)
      .map((one: unknown): [string, string] => [name, typeof one === 'string' ? one : JSON.stringify(one)]),
  )
}

function bytesOf(body: BodyInit | null | undefined): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : 0
}
