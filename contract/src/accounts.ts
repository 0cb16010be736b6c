import { ROLES } from '@leadlight/domain/roles'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, name } from './shapes.ts'

export const Membership = z.object({ organization_id: Id, role: z.enum(ROLES) })

export const User = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  is_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  organization_membership: Membership.nullable(),
  /** The super admin who views the product as this user: their address. */
  impersonated_by: z.string().nullable(),
})
export type User = z.infer<typeof User>

export const AccessToken = z.object({ access_token: z.string(), token_type: z.literal('bearer') })
export type AccessToken = z.infer<typeof AccessToken>

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/auth/jwt/login',
  summary: 'Signs in with an email address and a password, sent as a form; with a code where a second factor is on.',
  access: 'public',
  bodyKind: 'form',
  body: z.object({
    username: z.string().max(1000),
    password: z.string().max(1000),
    /** Six digits of the authenticator, or a recovery code. LOGIN_SECOND_FACTOR_REQUIRED asks for it. */
    second_factor_code: z.string().max(100).optional(),
  }),
  reply: AccessToken,
  errors: ['LOGIN_BAD_CREDENTIALS', 'LOGIN_SECOND_FACTOR_REQUIRED', 'LOGIN_BAD_SECOND_FACTOR', 'too_many_attempts'],
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
  errors: ['REGISTER_USER_ALREADY_EXISTS', 'REGISTER_INVALID_PASSWORD', 'too_many_attempts'],
})

export const me = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/users_info/me',
  summary: 'Who is signed in, with the role in their organization.',
  access: 'signed_in',
  keys: 'read',
  reply: User,
  mayBeKept: true,
})

export const updateName = endpoint({
  name: 'updateName',
  method: 'PATCH',
  path: '/users_info/update_name',
  summary: "Sets the signed-in user's first and last name.",
  access: 'signed_in',
  query: z.object({ first_name: name(100, 0), last_name: name(100, 0) }),
  reply: User,
})

/** A mailed link, with the account's password if nobody is signed in. */
const Link = z.object({ token: z.string().max(4000), password: z.string().max(1000).optional() })
const PROOF_ERRORS = ['BAD_PASSWORD', 'link_for_another', 'impersonation_refused', 'too_many_attempts']
const Address = z.object({ email: Email })

export const requestVerifyToken = endpoint({
  name: 'requestVerifyToken',
  method: 'POST',
  path: '/auth/request-verify-token',
  summary: 'Mails a link that verifies the address; answers the same whether or not the address is known.',
  access: 'public',
  body: Address,
  status: 202,
  errors: ['too_many_attempts'],
  audit: false,
})

export const verify = endpoint({
  name: 'verify',
  method: 'POST',
  path: '/auth/verify',
  summary:
    'Verifies the address that the token was mailed to. From somebody who is neither signed in as the account nor knows its password, it ends all that was set up before and answers a `reset_token`, to set a new one with.',
  access: 'public',
  readsSession: true,
  body: Link,
  reply: User.extend({ reset_token: z.string().optional() }),
  errors: ['VERIFY_USER_BAD_TOKEN', 'VERIFY_USER_ALREADY_VERIFIED', ...PROOF_ERRORS],
})

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Mails a link to choose a new password; answers the same whether or not the address is known.',
  access: 'public',
  body: Address,
  status: 202,
  errors: ['too_many_attempts'],
  audit: false,
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Sets a new password and ends every session of the account. A token works once.',
  access: 'public',
  body: z.object({ token: z.string().max(4000), password: z.string().max(1000) }),
  status: 200,
  errors: ['RESET_PASSWORD_BAD_TOKEN', 'RESET_PASSWORD_INVALID_PASSWORD'],
})

export const confirmEmailChange = endpoint({
  name: 'confirmEmailChange',
  method: 'POST',
  path: '/auth/confirm-email-change',
  summary:
    'Makes the address that the token was mailed to the address of the account, for whoever is signed in as it or knows its password.',
  access: 'public',
  readsSession: true,
  body: Link,
  reply: User,
  errors: ['CHANGE_EMAIL_BAD_TOKEN', 'CHANGE_EMAIL_ALREADY_EXISTS', 'CHANGE_EMAIL_PROOF_REQUIRED', ...PROOF_ERRORS],
})

export const authorizeGoogle = endpoint({
  name: 'authorizeGoogle',
  method: 'GET',
  path: '/auth/google/authorize',
  summary: 'Where to send the browser to sign in with Google; 404 where the installation has no Google client.',
  access: 'public',
  reply: z.object({ authorization_url: z.string() }),
  errors: ['google_unavailable', 'google_failed'],
})

export const googleCallback = endpoint({
  name: 'googleCallback',
  method: 'GET',
  path: '/auth/google/callback',
  summary: 'Ends a sign-in with Google, in the browser that began it. Takes what Google sent, as it is.',
  access: 'public',
  query: z.looseObject({
    code: z.string().max(4000).optional(),
    state: z.string().max(4000).optional(),
    error: z.string().max(1000).optional(),
    /** The issuer, as Google names itself (RFC 9207). */
    iss: z.string().max(1000).optional(),
  }),
  reply: AccessToken,
  errors: [
    'google_unavailable',
    'google_failed',
    'ACCESS_TOKEN_DECODE_ERROR',
    'ACCESS_TOKEN_ALREADY_EXPIRED',
    'OAUTH_INVALID_STATE',
    'OAUTH_NOT_AVAILABLE_EMAIL',
    'OAUTH_USER_ALREADY_EXISTS',
    'OAUTH_EMAIL_MISMATCH',
    'OAUTH_REFUSED',
  ],
  audit: [],
})

export const GoogleUserInfo = z.object({
  email: z.string(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  picture: z.string().nullable(),
})

export const getGoogleUserInfo = endpoint({
  name: 'getGoogleUserInfo',
  method: 'GET',
  path: '/users_info/google_user_info',
  summary: 'What Google said of the signed-in user; 404 where the account is not linked.',
  access: 'signed_in',
  reply: GoogleUserInfo,
  errors: ['google_not_linked'],
})

export const getUserToken = endpoint({
  name: 'getUserToken',
  method: 'POST',
  path: '/users_info/admin/get_user_token',
  summary: "A token to see the product as another user does, for an hour. Audited; never another super admin's.",
  access: 'installation.operate',
  query: z.object({ email: Email }),
  reply: z.object({ token: z.string() }),
  errors: ['user_not_found', 'impersonation_refused'],
})
