import type { Endpoint } from '@leadlight/contract/endpoint'
import { Problem } from '@leadlight/contract/shapes'
import { z } from 'zod'
import { mapInTurns } from './take-turns.ts'

const BEARER = 'A personal key (`ll_…`), made in your account, or the token that signing in answers.'

export type Json = Record<string, unknown>

interface About {
  version: string
  publicUrl: string
}

type Described = readonly [Endpoint, Json]

/** The OpenAPI 3.1 document of the bound endpoints, made from their own schemas so that it cannot drift. */
export function createOpenApi(endpoints: readonly Endpoint[], about: About): Json {
  return documentOf(
    endpoints.map((endpoint) => [endpoint, operation(endpoint)]),
    about,
  )
}

/** As `createOpenApi`, some calls a turn: all of them take a tenth of a second. */
export async function createOpenApiInTurns(endpoints: readonly Endpoint[], about: About): Promise<Json> {
  return documentOf(await mapInTurns(endpoints, (endpoint) => [endpoint, operation(endpoint)]), about)
}

function documentOf(described: readonly Described[], about: About): Json {
  const paths: Record<string, Json> = {}
  for (const [{ path, method }, operation] of described) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Leadlight', version: about.version, license: { name: 'MIT' } },
    servers: [{ url: about.publicUrl }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: BEARER } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  }
}

function operation(endpoint: Endpoint): Json {
  const codes = endpoint.errors.length > 0 ? ` Codes: ${endpoint.errors.map((code) => `\`${code}\``).join(', ')}.` : ''
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').find((part) => part && part !== 'api' && part !== 'v1') ?? 'other'],
    'x-access': endpoint.access,
    'x-key-scope': endpoint.keys,
    'x-cost': endpoint.cost,
    security: endpoint.access === 'public' ? (endpoint.readsSession ? [{}, { bearer: [] }] : []) : [{ bearer: [] }],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.errors.includes('idempotency_key_reused') ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(endpoint.bodyKind !== 'none' && { requestBody: requestBody(endpoint) }),
    responses: {
      [endpoint.status]: success(endpoint),
      default: {
        description: `A problem (RFC 9457).${codes}`,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Of your own choice. The same call with the same key within a day is answered by what came of the first.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
}

const REPLY_TYPES = {
  json: ['application/json'],
  events: ['text/event-stream'],
  json_or_events: ['application/json', 'text/event-stream'],
}

function success(endpoint: Endpoint): Json {
  if (endpoint.replyKind === 'none') return { description: 'Done; no content.' }
  if (endpoint.replyKind === 'file')
    return { description: 'A download.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  const schema = schemaOf(endpoint.reply, 'output')
  const content = Object.fromEntries(REPLY_TYPES[endpoint.replyKind].map((type) => [type, { schema }]))
  return { description: 'Done.', content }
}

function requestBody(endpoint: Endpoint): Json {
  const type = endpoint.bodyKind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return { required: true, content: { [type]: { schema: schemaOf(endpoint.body, 'input') } } }
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: inner,
  }))
}

/** A contract's shape as JSON schema, as input or output. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}
