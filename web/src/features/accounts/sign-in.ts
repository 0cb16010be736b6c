import { googleCallback, login, register, updateName } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { codeOf, detailOf, RequestError } from '../../lib/request-error.ts'
import { saveToken } from '../../lib/session.ts'
import { takeReturnTo } from '../../lib/return-to.ts'

export interface Credentials {
  email: string
  password: string
}

export interface NewAccount extends Credentials {
  firstName: string
  lastName: string
}

/**
 * Signs in and starts the session, or returns that a code is needed. Fails with the server's sentence, or with "Login
 * failed".
 */
export async function signIn(credentials: Credentials, code?: string): Promise<'signed_in' | 'second_factor_required'> {
  try {
    saveToken(await askForToken(credentials, code))
    return 'signed_in'
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === 'LOGIN_SECOND_FACTOR_REQUIRED')
      return 'second_factor_required'
    throw error
  }
}

/**
 * Registers, signs in and sets the name before starting the session, so the first screen knows it. Fails with the
 * specification's message for the failed step. If only the name fails, the session starts and the message is returned.
 */
export async function signUp({ firstName, lastName, ...credentials }: NewAccount): Promise<string | null> {
  try {
    await call(register, { body: credentials })
  } catch (cause) {
    throw new Error('Sign up failed', { cause })
  }
  const token = await askForToken(credentials)
  const problem = await nameOrMessage(token, firstName, lastName)
  saveToken(token)
  return problem
}

/** Starts a session from Google's callback parameters, passed on unchanged; returns where to go. */
export async function signInWithGoogle(search: string): Promise<string> {
  const query: Record<string, string> = Object.fromEntries(new URLSearchParams(search))
  const answer = await call(googleCallback, { query })
  saveToken(requireToken(answer))
  return takeReturnTo()
}

async function askForToken({ email, password }: Credentials, code?: string): Promise<string> {
  const body = { username: email, password, ...(code === undefined ? {} : { second_factor_code: code }) }
  const answer = await call(login, { body }).catch((cause: unknown) => {
    const detail = cause instanceof RequestError ? detailOf(cause.body) : null
    throw new Error(detail ?? 'Login failed', { cause })
  })
  return requireToken(answer)
}

function requireToken(answer: { access_token?: string } | null): string {
  if (!answer?.access_token) throw new Error('No access token found')
  return answer.access_token
}

async function nameOrMessage(token: string, firstName: string, lastName: string): Promise<string | null> {
  try {
    await call(updateName, { token, query: { first_name: firstName, last_name: lastName } })
    return null
  } catch {
    return 'Failed to update user name'
  }
}
