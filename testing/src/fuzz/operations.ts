import { Ajv2020 } from 'ajv/dist/2020.js'
import { createTestClient, type TestReply } from '../test-client.ts'
import type { TestApp } from '../test-app.ts'
import type { Schema } from './arbitrary-of.ts'

interface Media {
  schema: Schema
}

interface Described {
  operationId: string
  parameters: { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

/** One call as `/openapi.json` describes it. */
export interface Operation {
  name: string
  method: string
  path: string
  params: Schema
  query: Schema
  body?: { type: string; schema: Schema }
  /** What is wrong with an answer: a sentence each. */
  faultsIn(reply: TestReply): string[]
}

/** By app: each description becomes some hundred compiled checks, and what it says does not change. */
const known = new WeakMap<TestApp['app'], Promise<Operation[]>>()

/** Every operation that the app's description offers, read from it over HTTP once. */
export function readOperations({ app }: Pick<TestApp, 'app'>): Promise<Operation[]> {
  const operations = known.get(app) ?? readAnew({ app })
  known.set(app, operations)
  return operations
}

async function readAnew({ app }: Pick<TestApp, 'app'>): Promise<Operation[]> {
  const { body } = await createTestClient(app).request('GET', '/openapi.json')
  const { paths, components } = body as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: { Problem: Schema } }
  }
  const problem = toCheck(components.schemas.Problem)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => operationOf(method.toUpperCase(), path, described, problem)),
  )
}

type Check = (value: unknown) => string | undefined

// Not by the library that made the description, so that a fault of its own shows. Formats have patterns beside them.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

function toCheck(schema: Schema): Check {
  const validate = ajv.compile(schema)
  return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors))
}

function operationOf(method: string, path: string, described: Described, problem: Check): Operation {
  const [[type, media] = []] = Object.entries(described.requestBody?.content ?? {})
  return {
    name: described.operationId,
    method,
    path,
    params: placed(described, 'path'),
    query: placed(described, 'query'),
    ...(type !== undefined && media && { body: { type, schema: media.schema } }),
    faultsIn: answerCheck(described, problem),
  }
}

function placed({ parameters }: Described, place: 'path' | 'query'): Schema {
  const here = parameters.filter((parameter) => parameter.in === place)
  return {
    type: 'object',
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter(({ required }) => required).map(({ name }) => name),
  }
}

function answerCheck({ responses }: Described, problem: Check): Operation['faultsIn'] {
  const checks = new Map(
    Object.entries(responses).map(([status, { content = {} }]) => [
      status,
      { types: Object.keys(content), json: content['application/json'] && toCheck(content['application/json'].schema) },
    ]),
  )
  return ({ status, headers, text, body }) => {
    const type = (headers.get('content-type') ?? '').split(';')[0] ?? ''
    if (status >= 500) return [`${status}: ${text}`]
    const success = checks.get(String(status))
    if (success === undefined) return problemFaults({ status, type, body }, problem)
    if (success.types.length === 0) return text === '' ? [] : [`${status} has content, ${text}, and none is described.`]
    if (success.types.includes('*/*')) return []
    if (!success.types.includes(type)) return [`${status} is ${type}, which is not described.`]
    const fault = type === 'application/json' ? success.json?.(body) : undefined
    return fault === undefined ? [] : [`${status} does not fit its schema: ${fault}`]
  }
}

function problemFaults(answer: { status: number; type: string; body: unknown }, problem: Check): string[] {
  const { status, type, body } = answer
  // A browser that came on its own is led on.
  if (status >= 300 && status < 400) return []
  if (type !== 'application/problem+json') return [`${status} is ${type} and not a problem.`]
  const fault = problem(body)
  if (fault !== undefined) return [`${status} is no problem as described: ${fault}`]
  return (body as { status: number }).status === status ? [] : [`${status} says that it is another status.`]
}
