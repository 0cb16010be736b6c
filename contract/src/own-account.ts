import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, IdParams, Instant } from './shapes.ts'

const password = z.string().max(1000)
const code = z.string().max(100)
/** Six digits of the authenticator, or a recovery code. LOGIN_SECOND_FACTOR_REQUIRED asks for it. */
const second_factor_code = code.optional()
const PROOF_ERRORS = [
  'BAD_PASSWORD',
  'NO_PASSWORD',
  'LOGIN_SECOND_FACTOR_REQUIRED',
  'BAD_SECOND_FACTOR',
  'impersonation_refused',
  'too_many_attempts',
] as const

export const OwnSession = z.object({
  id: Id,
  created_at: Instant,
  expires_at: Instant,
  /** To within five minutes. */
  last_used_at: Instant,
  /** The browser that opened it, as it named itself. */
  user_agent: z.string().nullable(),
  /** The network it was opened from, shortened, such as 203.0.113.x; null where that is not known. */
  network: z.string().nullable(),
  is_current: z.boolean(),
})

export const AccountSecurity = z.object({
  /** Without one, the person signs in with Google; the link of "Forgot your password" sets one. */
  has_password: z.boolean(),
  google_email: z.string().nullable(),
  second_factor: z.boolean(),
  recovery_codes_left: z.number().int(),
  sessions: z.array(OwnSession),
})
export type AccountSecurity = z.infer<typeof AccountSecurity>

export const getAccountSecurity = endpoint({
  name: 'getAccountSecurity',
  method: 'GET',
  path: '/users_info/security',
  summary: 'How the signed-in user signs in, and where they are signed in now, newest first, at most 100.',
  access: 'signed_in',
  reply: AccountSecurity,
  mayBeKept: true,
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/users_info/change_password',
  summary: 'Changes the password and ends every other session of the account.',
  access: 'signed_in',
  body: z.object({ current_password: password, password, second_factor_code }),
  errors: [...PROOF_ERRORS, 'CHANGE_PASSWORD_INVALID_PASSWORD'],
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/users_info/change_email',
  summary: 'Mails a link to the new address; the address changes once the link is followed.',
  access: 'signed_in',
  body: z.object({ email: Email, password, second_factor_code }),
  status: 202,
  errors: [...PROOF_ERRORS],
})

export const signOutEverywhere = endpoint({
  name: 'signOutEverywhere',
  method: 'POST',
  path: '/users_info/sign_out_everywhere',
  summary: 'Ends every session of the account, this one with them.',
  access: 'signed_in',
  errors: ['impersonation_refused'],
})

export const endOwnSession = endpoint({
  name: 'endOwnSession',
  method: 'DELETE',
  path: '/users_info/sessions/{id}',
  summary: 'Ends one session of the account, which may be this one. Another’s is reported as missing.',
  access: 'signed_in',
  params: IdParams,
  errors: ['session_not_found', 'impersonation_refused'],
})

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/users_info/delete_account',
  summary:
    'Deletes the account for good, and its organization where nobody else is in it. The last admin of others is refused.',
  access: 'signed_in',
  body: z.object({
    /** The account's own address, typed to confirm. */
    email: Email,
    /** Required if the account has one. */
    password: password.optional(),
  }),
  errors: [
    'email_mismatch',
    'BAD_PASSWORD',
    'last_admin',
    'account_changed',
    'impersonation_refused',
    'too_many_attempts',
  ],
})

export const startSecondFactor = endpoint({
  name: 'startSecondFactor',
  method: 'POST',
  path: '/users_info/second_factor/start',
  summary: 'Makes a secret for an authenticator app. It counts once a code of it is confirmed.',
  access: 'signed_in',
  body: z.object({ password }),
  reply: z.object({ secret: z.string(), otpauth_url: z.string() }),
  errors: ['BAD_PASSWORD', 'NO_PASSWORD', 'second_factor_on', 'impersonation_refused', 'too_many_attempts'],
})

export const confirmSecondFactor = endpoint({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/users_info/second_factor/confirm',
  summary: 'Turns the second factor on and answers the recovery codes, which are shown this once.',
  access: 'signed_in',
  body: z.object({ code }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['BAD_SECOND_FACTOR', 'second_factor_not_started', 'impersonation_refused', 'too_many_attempts'],
})

export const removeSecondFactor = endpoint({
  name: 'removeSecondFactor',
  method: 'POST',
  path: '/users_info/second_factor/remove',
  summary: 'Turns the second factor off.',
  access: 'signed_in',
  body: z.object({ password, code }),
  errors: ['BAD_PASSWORD', 'BAD_SECOND_FACTOR', 'second_factor_off', 'impersonation_refused', 'too_many_attempts'],
})

export const linkGoogle = endpoint({
  name: 'linkGoogle',
  method: 'POST',
  path: '/users_info/google/link',
  summary: 'Where to send the browser so that the account can sign in with Google from then on.',
  access: 'signed_in',
  body: z.object({ password, second_factor_code }),
  reply: z.object({ authorization_url: z.string() }),
  errors: [...PROOF_ERRORS, 'google_unavailable', 'google_failed', 'google_linked'],
  audit: false,
})

export const unlinkGoogle = endpoint({
  name: 'unlinkGoogle',
  method: 'POST',
  path: '/users_info/google/unlink',
  summary: 'Signing in with Google stops working for the account, which must have a password.',
  access: 'signed_in',
  body: z.object({ password, second_factor_code }),
  errors: [...PROOF_ERRORS, 'google_not_linked'],
})
