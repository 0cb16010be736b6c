import { logout } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { logWarning } from '../../lib/log.ts'
import { findToken, removeToken } from '../../lib/session.ts'

/** Ends the session: here at once, and on the server. */
export async function signOut(): Promise<void> {
  const token = findToken()
  removeToken()
  if (!token) return
  try {
    await call(logout, { token })
  } catch (cause) {
    logWarning('The server could not be told that the session is over', cause)
  }
}
