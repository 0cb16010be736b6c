import { getUserToken, logout } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { logWarning } from '../../lib/log.ts'
import { findToken, saveToken } from '../../lib/session.ts'
import { STORED, writeStored } from '../../lib/storage.ts'

const OWN_TOKEN = 'own_access_token'

/**
 * Continues as another user with their token. The super admin's token is kept in the tab's session storage, and usage
 * analytics are switched off.
 */
export async function seeAs(email: string): Promise<void> {
  const { token } = await call(getUserToken, { query: { email } })
  const own = findToken()
  if (own) sessionStorage.setItem(OWN_TOKEN, own)
  writeStored(STORED.analyticsOff, 'true')
  saveToken(token)
}

/** Ends the impersonation and restores the own session; returns false if this tab has none stored. */
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
