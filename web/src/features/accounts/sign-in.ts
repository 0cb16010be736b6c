import { call } from '../../lib/api.ts'
import { login, register, updateName } from '../../lib/calls.ts'
import { detailOf, RequestError } from '../../lib/request-error.ts'
import { saveToken } from '../../lib/session.ts'

export interface NewAccount {
  email: string
  password: string
  firstName: string
  lastName: string
}

/** Signs in and starts the session. Fails with the server's sentence, or with "Login failed" where it has none. */
export async function signIn(email: string, password: string): Promise<void> {
  saveToken(await askForToken(email, password))
}

/**
 * Registers, signs in, sets the name, and only then starts the session, so that the first screen knows it. Fails with
 * the specification's message for the step that failed. A name that could not be set does not undo the account: the
 * session starts all the same, and the message comes back.
 */
export async function signUp({ email, password, firstName, lastName }: NewAccount): Promise<string | null> {
  try {
    await call(register, { body: { email, password } })
  } catch (cause) {
    throw new Error('Sign up failed', { cause })
  }
  const token = await askForToken(email, password)
  const problem = await nameOrMessage(token, firstName, lastName)
  saveToken(token)
  return problem
}

async function askForToken(email: string, password: string): Promise<string> {
  const answer = await call(login, { body: { username: email, password } }).catch((cause: unknown) => {
    const detail = cause instanceof RequestError ? detailOf(cause.body) : null
    throw new Error(detail ?? 'Login failed', { cause })
  })
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
