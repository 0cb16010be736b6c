import type { Endpoint } from '@leadlight/contract/endpoint'
import fc from 'fast-check'
import { OBJECTS } from '../matrix/objects.ts'
import { prepareCall } from '../matrix/calls.ts'
import { mayCall, mintCaller, type Caller, type CallerName } from '../matrix/callers.ts'
import { recipesOf } from '../matrix/recipes.ts'
import type { Recipe } from '../matrix/recipe.ts'
import { mintSite, type Site, type Stage } from '../matrix/site.ts'
import type { RequestOptions, TestReply } from '../test-client.ts'
import { arbitraryOf } from './arbitrary-of.ts'
import { mutate, mutations, STRANGE_TEXTS, type Mutation } from './mutations.ts'
import { readOperations, type Operation } from './operations.ts'

/** As often as each is here: most calls should get past the question who makes them. */
const CALLERS: readonly CallerName[] = [
  ...Array.from({ length: 6 }, () => 'admin' as const),
  'member',
  'member',
  'grantedGuest',
  'guest',
  'superAdmin',
  'anonymous',
]
/** How many calls of one operation are on their way at once. */
const AT_ONCE = 4

/** What to send: all as described, as a recipe makes it with some changes, or changed beyond JSON. */
interface Plan {
  caller: CallerName
  from: 'recipe' | 'description'
  /** Which of the recipes. */
  recipe: number
  changes: Mutation[]
  described: { params: object; query: unknown; body: unknown }
  strangeParam: string | undefined
  raw: ((text: string) => string) | undefined
}

/** A server refuses longer addresses before the app sees them. */
const QUERY_MAX = 12_000

const RAW = [
  (text: string) => text.slice(0, Math.ceil(text.length / 2)),
  (text: string) => `${text}${text}`,
  (text: string) => `\u0000${text}`,
  (text: string) => text.replace('{', '{"__proto__":{"a":1},'),
  () => '',
  () => '"',
  () => '['.repeat(5_000),
]

export interface FuzzOutcome {
  calls: number
  /** How many answers had each status. */
  statuses: Record<number, number>
  /** What was wrong, each with the first call that brought it about. */
  faults: Map<string, string>
  /** How long each call took in ms, by operation and status: half are refused, which is another work than what they ask for. */
  durations: Map<string, number[]>
}

/**
 * Makes `calls` calls, evenly over all operations of the app's own description, some valid, most nearly so: the same
 * for the same seed. Every answer is held to the description.
 */
export async function fuzz(stage: Stage, { seed, calls }: { seed: number; calls: number }): Promise<FuzzOutcome> {
  const operations = await readOperations(stage.app)
  const site = await mintSite(stage)
  const outcome: FuzzOutcome = { calls: 0, statuses: {}, faults: new Map(), durations: new Map() }
  for (const [at, operation] of operations.entries()) {
    const endpoint = stage.app.app.endpoints.find(({ name }) => name === operation.name)
    if (!endpoint) throw new Error(`${operation.name} is described and not bound.`)
    const caller = await createCalls({ stage, site, endpoint, operation })
    const share = Math.ceil(calls / operations.length)
    const plans = fc.sample(plansOf(operation, caller.ids), { seed: seed * 10_007 + at, numRuns: share })
    for (let next = 0; next < plans.length; next += AT_ONCE) {
      const ready: Ready[] = []
      // One after another, as objects are made; the calls themselves run side by side.
      for (const plan of plans.slice(next, next + AT_ONCE)) ready.push(await caller.prepare(plan))
      await Promise.all(ready.map((call) => callOnce(call, operation, outcome)))
    }
  }
  return outcome
}

function plansOf(operation: Operation, ids: readonly string[]): fc.Arbitrary<Plan> {
  const { params, query, body } = operation
  return fc.record({
    caller: fc.constantFrom(...CALLERS),
    from: fc.constantFrom('recipe', 'recipe', 'recipe', 'description'),
    recipe: fc.nat(),
    // Half is valid.
    changes: fc.oneof(fc.constant<Mutation[]>([]), mutations),
    described: fc.record({
      params: arbitraryOf(params, ids) as fc.Arbitrary<object>,
      query: arbitraryOf(query, ids),
      body: body ? arbitraryOf(body.schema, ids) : fc.constant(undefined),
    }),
    strangeParam: seldom(fc.constantFrom(...STRANGE_TEXTS)),
    raw: seldom(fc.constantFrom(...RAW)),
  })
}

/** In one of twelve calls. */
function seldom<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 11, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

interface Calls {
  /** Ids that exist: what the recipe's calls name. */
  ids: string[]
  prepare(plan: Plan): Promise<Ready>
}

/** A call that only needs to be sent. */
interface Ready {
  said: string
  send: () => Promise<TestReply>
}

interface Setting {
  stage: Stage
  site: Site
  endpoint: Endpoint
  operation: Operation
}

/** Calls of one operation, with callers and objects that each recipe asks for. */
async function createCalls({ stage, site, endpoint, operation }: Setting): Promise<Calls> {
  const recipes = recipesOf(endpoint)
  const standing = new Map<string, Promise<Caller>>()
  const made = new Map<string, Promise<string>>()
  async function callerOf(name: CallerName, { caller }: Recipe): Promise<Caller> {
    if (caller !== undefined) return mintCaller(caller === 'founder' ? await mintSite(stage) : site, name)
    const known = standing.get(name) ?? mintCaller(site, name)
    standing.set(name, known)
    return known
  }
  const prepare = async (name: CallerName, recipe: Recipe) => {
    const { client, user } = await callerOf(name, recipe)
    const call = await prepareCall(
      { site, recipe, caller: user, isRefused: !mayCall(name, endpoint) },
      (place, object) => {
        const key = `${recipes.indexOf(recipe)} ${name} ${place}`
        const id = made.get(key) ?? OBJECTS[object].make(site, site.projectId, user)
        made.set(key, id)
        return id
      },
    )
    return { client, ...call }
  }
  await prepare('admin', recipes[0]!)
  return {
    ids: await Promise.all(made.values()),
    async prepare(plan) {
      const { client, ...prepared } = await prepare(plan.caller, recipes[plan.recipe % recipes.length]!)
      const { path, options } = requestOf(operation, plan, prepared)
      return {
        said: `${plan.caller}: ${operation.method} ${path} ${JSON.stringify(options).slice(0, 2_000)}`,
        send: () => client.request(operation.method, path, options),
      }
    },
  }
}

interface Prepared {
  input: { params?: unknown; query?: unknown; body?: unknown }
  options: RequestOptions
}

function requestOf(operation: Operation, plan: Plan, prepared: Prepared): { path: string; options: RequestOptions } {
  const valid = plan.from === 'recipe' ? prepared.input : plan.described
  const query = mutate(valid.query ?? {}, plan.changes)
  const body = mutate(valid.body, plan.changes)
  // Most paths name what exists: otherwise hardly a call gets further.
  const params: Record<string, unknown> = { ...plan.described.params, ...(prepared.input.params as object) }
  const names = Object.keys(params)
  // An empty one would make it another operation's path.
  if (plan.strangeParam && names.length > 0) {
    params[names[plan.recipe % names.length]!] = plan.strangeParam
  }
  // Half a character cannot stand in an address.
  const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(inOneText(params[name] ?? '').toWellFormed()),
  )
  const search = new URLSearchParams(pairsOf(query)).toString().slice(0, QUERY_MAX)
  return {
    path: search === '' ? path : `${path}?${search}`,
    options: payloadOf(operation, body, plan, prepared),
  }
}

function pairsOf(query: unknown): [string, string][] {
  if (typeof query !== 'object' || query === null) return []
  return Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one: unknown): [string, string] => [name, inOneText(one)]),
  )
}

function inOneText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}

function payloadOf(
  { body: described }: Operation,
  body: unknown,
  { raw }: Plan,
  { options }: Prepared,
): RequestOptions {
  if (!described || body === undefined) return options
  if (described.type !== 'application/json') {
    return { ...options, form: Object.fromEntries(pairsOf(body)) }
  }
  return { ...options, raw: raw ? raw(JSON.stringify(body)) : JSON.stringify(body) }
}

async function callOnce({ said, send }: Ready, operation: Operation, outcome: FuzzOutcome): Promise<void> {
  const startMs = performance.now()
  const reply = await send()
  const answered = `${operation.name} ${reply.status}`
  const durations = outcome.durations.get(answered) ?? []
  durations.push(performance.now() - startMs)
  outcome.durations.set(answered, durations)
  outcome.calls += 1
  outcome.statuses[reply.status] = (outcome.statuses[reply.status] ?? 0) + 1
  for (const fault of operation.faultsIn(reply)) {
    const kind = `${operation.name} ${fault}`
    if (!outcome.faults.has(kind)) outcome.faults.set(kind, `${said}\n  ${fault}`)
  }
}
