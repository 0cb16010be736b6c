import { getUserToken, logout } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { logWarning } from '../../lib/log.ts'
import { findToken, saveToken } from '../../lib/session.ts'
import { STORED, writeStored } from '../../lib/storage.ts'

const OWN_TOKEN = 'own_access_token'

/**
 * Goes on as another user, with a token of theirs. The super admin's own waits in this tab's session storage for the way
 * back, and whatever measures how the product is used is told to stay off.
 */
export async function seeAs(email: string): Promise<void> {
  const { token } = await call(getUserToken, { query: { email } })
  const own = findToken()
  if (own) sessionStorage.setItem(OWN_TOKEN, own)
  writeStored(STORED.analyticsOff, 'true')
  saveToken(token)
}

/** Ends the other user's session and goes back to one's own; false where this tab holds none to go back to. */
export async function stopSeeingAs(): Promise<boolean> {
  const token = findToken()
  const own = sessionStorage.getItem(OWN_TOKEN)
  if (token) {
    await call(logout, { token }).catch((cause: unknown) =>
      logWarning('The server could not be told that the session is over', cause),
    )
  }
  sessionStorage.removeItem(OWN_TOKEN)
  writeStored(STORED.analyticsOff, null)
  saveToken(own ?? '')
  return own !== null
}
