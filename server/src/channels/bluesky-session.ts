import { z } from 'zod'
import { parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import { ChannelError } from './channel.ts'
import type { ChannelKey } from './channel.ts'
import type { PlatformApi } from './platform-api.ts'

const ACCOUNTS_MAX = 500

const Session = z.object({ accessJwt: z.string().min(1), refreshJwt: z.string().min(1) })
type Session = z.infer<typeof Session>

/** The session expired: the caller gets a new one and asks again. */
export class ExpiredSession extends ChannelError {
  constructor() {
    super('refused', 'Bluesky ended the session of the account; enter the app password anew.', null)
  }
}

interface SessionOptions {
  pdsUrl: string
  api: PlatformApi
}

export interface BlueskySessions {
  /** Calls `ask` with a shared session, which is refreshed when it expires and made again when that fails. */
  use: (
    key: ChannelKey,
    signal: AbortSignal,
    ask: (token: string) => Promise<PlatformAnswer>,
  ) => Promise<PlatformAnswer>
}

/** An account may open 300 sessions a day, so each lasts as long as it can and is shared by concurrent requests. */
export function createBlueskySessions({ pdsUrl, api }: SessionOptions): BlueskySessions {
  const kept = new Map<string, Promise<Session>>()

  function keep(name: string, session: Promise<Session>): Promise<Session> {
    kept.delete(name)
    kept.set(name, session)
    const [oldest] = kept.keys()
    if (kept.size > ACCOUNTS_MAX && oldest !== undefined) kept.delete(oldest)
    session.catch(() => {
      if (kept.get(name) === session) kept.delete(name)
    })
    return session
  }

  async function call(method: string, signal: AbortSignal, sent: { body?: object; token?: string }): Promise<Session> {
    const answer = await api.ask(new URL(`${pdsUrl}/xrpc/com.atproto.server.${method}`), {
      signal,
      headers: sent.token === undefined ? {} : { authorization: `Bearer ${sent.token}` },
      body: { type: 'application/json', text: sent.body ? JSON.stringify(sent.body) : '' },
    })
    return parseReply(answer, Session, api.name)
  }

  const begin = (key: ChannelKey, signal: AbortSignal) =>
    call('createSession', signal, { body: { identifier: key['identifier'], password: key['password'] } })

  async function renew(key: ChannelKey, signal: AbortSignal, old: Session): Promise<Session> {
    try {
      return await call('refreshSession', signal, { token: old.refreshJwt })
    } catch (error) {
      if (error instanceof ExpiredSession) return begin(key, signal)
      throw error
    }
  }

  return {
    async use(key, signal, ask) {
      const name = JSON.stringify([key['identifier'], key['password']])
      const current = kept.get(name) ?? keep(name, begin(key, signal))
      const session = await current
      try {
        return await ask(session.accessJwt)
      } catch (error) {
        if (!(error instanceof ExpiredSession)) throw error
        // Another request may have renewed it meanwhile.
        const next = kept.get(name)
        const renewed = next !== undefined && next !== current ? next : keep(name, renew(key, signal, session))
        return ask((await renewed).accessJwt)
      }
    },
  }
}
