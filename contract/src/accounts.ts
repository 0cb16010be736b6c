import { ROLES } from '@leadlight/domain/roles'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, text } from './shapes.ts'

export const Membership = z.object({ organization_id: Id, role: z.enum(ROLES) })

export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  is_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  organization_membership: Membership.nullable(),
})
export type User = z.infer<typeof User>

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })
export type AccessToken = z.infer<typeof AccessToken>

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/auth/jwt/login',
  summary: 'Signs in with an e-mail address and a password, sent as a form.',
  access: 'public',
  bodyKind: 'form',
  body: z.object({ username: z.string().max(1000), password: z.string().max(1000) }),
  reply: AccessToken,
  errors: ['LOGIN_BAD_CREDENTIALS'],
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/jwt/logout',
  summary: 'Ends the session of the token that is sent; the token is refused from then on.',
  access: 'signed_in',
})

export const register = endpoint({
  name: 'register',
  method: 'POST',
  path: '/auth/register',
  summary: 'Makes an account. The password needs 10 to 128 characters and must not be a commonly used one.',
  access: 'public',
  body: z.object({ email: Email, password: z.string().max(1000) }),
  reply: User,
  status: 201,
  errors: ['REGISTER_USER_ALREADY_EXISTS', 'REGISTER_INVALID_PASSWORD'],
})

export const me = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/users_info/me',
  summary: 'Who is signed in, with the role in their organization.',
  access: 'signed_in',
  reply: User,
})

export const updateName = endpoint({
  name: 'updateName',
  method: 'PATCH',
  path: '/users_info/update_name',
  summary: "Sets the signed-in user's first and last name.",
  access: 'signed_in',
  query: z.object({ first_name: text(0, 100), last_name: text(0, 100) }),
  reply: User,
})
