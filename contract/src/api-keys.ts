import { KEY_DAYS_MAX, KEY_SCOPES } from '@leadlight/domain/api-keys'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, name } from './shapes.ts'

const base = '/users_info/api_keys'

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  scope: z.enum(KEY_SCOPES),
  /** The projects it is limited to that still exist; null if it reaches all that its user reaches. */
  project_ids: z.array(Id).nullable(),
  /** Its first and last characters, to recognise it by. */
  hint: z.string(),
  created_at: Instant,
  expires_at: Instant,
  /** To the minute; null if it was never used. */
  last_used_at: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** The only answer that contains the key. */
export const ApiKeyWithSecret = ApiKey.extend({ key: z.string() })
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: base,
  summary: 'The caller’s own personal keys, newest first, expired ones too.',
  access: 'organization.read',
  keys: false,
  reply: z.array(ApiKey),
  mayBeKept: true,
})

export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: base,
  summary:
    'Makes a personal key, which acts as the caller with the role they have at each call. It is in the reply and is not told again.',
  access: 'organization.read',
  keys: false,
  body: z.strictObject({
    name: name(100),
    scope: z.enum(KEY_SCOPES),
    /** How long it lasts. */
    expires_in_days: z.number().int().min(1).max(KEY_DAYS_MAX),
    /** Limits it to these projects. */
    project_ids: z.array(Id).min(1, 'Choose at least one project').max(200).nullish(),
  }),
  reply: ApiKeyWithSecret,
  status: 201,
  errors: ['project_not_found', 'api_key_limit_reached', 'impersonation_refused'],
  audit: ['scope', 'expires_in_days', 'project_ids'],
})

export const revokeApiKey = endpoint({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: `${base}/{id}`,
  summary: 'Ends one of the caller’s own personal keys at once.',
  access: 'organization.read',
  keys: false,
  params: IdParams,
  errors: ['api_key_not_found', 'impersonation_refused'],
})
