import { serialize, type CookieOptions } from 'hono/utils/cookie'
import type { NewId } from '../../platform/ids.ts'
import type { SignedTokens } from '../../platform/signed-tokens.ts'
import type { Client } from './client.ts'
import { deviceMarkCookie } from './device-mark-cookie.ts'

const PURPOSE = 'device'
const LIFETIME_MS = 365 * 24 * 60 * 60_000

/**
 * Marks that browsers keep of the account somebody last signed in to from them. A mark signs nobody in: guesses from a
 * browser that has one are only counted apart from those of strangers, who therefore cannot lock its owner out.
 */
export interface DeviceMarks {
  /** Which browser of the account this is; undefined for one that carries no mark, a forged one or another account's. */
  find(client: Client, accountId: string): Promise<string | undefined>
  /** The header by which the browser keeps its mark for another year: the one it has of this account, or a new one. */
  give(client: Client, accountId: string): Promise<string>
}

interface DeviceMarkOptions {
  signedTokens: SignedTokens
  newId: NewId
  /** Whether the installation is reached over TLS; the cookie is then sent over nothing else. */
  isSecure: boolean
}

export function createDeviceMarks({ signedTokens, newId, isSecure }: DeviceMarkOptions): DeviceMarks {
  const cookie: CookieOptions = { path: '/', httpOnly: true, sameSite: 'Strict', secure: isSecure }
  const marks: DeviceMarks = {
    async find({ deviceMark }, accountId) {
      if (deviceMark === undefined) return undefined
      const read = await signedTokens.read(PURPOSE, deviceMark)
      if (!read || read.isExpired || read.claims.sub !== accountId) return undefined
      return read.claims.jti
    },
    async give(client, accountId) {
      const deviceId = (await marks.find(client, accountId)) ?? newId()
      const mark = await signedTokens.sign(PURPOSE, { sub: accountId, jti: deviceId }, LIFETIME_MS)
      return serialize(deviceMarkCookie(isSecure), mark, { ...cookie, maxAge: LIFETIME_MS / 1000 })
    },
  }
  return marks
}
