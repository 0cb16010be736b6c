import { useState } from 'react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Cache } from 'swr'
import { useCacheLife } from '../lib/cache-life.ts'
import { useToken } from '../lib/session.ts'
import { swrConfig } from '../lib/swr-config.ts'
import { ConnectionKeeper } from './connection-keeper.tsx'
import { ReadAgain } from './read-again.tsx'

interface SessionCacheProps {
  /** The answers persisted by the session of the page load. */
  remembered: { token: string | null; answers: Cache }
  children: ReactNode
}

/**
 * A separate cache per session: a new token remounts the whole tree, so nothing read as one user, nor a pending read,
 * reaches another.
 */
export function SessionCache({ remembered, children }: SessionCacheProps) {
  const token = useToken()
  return (
    <AnswersOf key={token ?? 'nobody'} answers={token === remembered.token ? remembered.answers : null}>
      {children}
    </AnswersOf>
  )
}

function AnswersOf({ answers, children }: { answers: Cache | null; children: ReactNode }) {
  const [config] = useState(() => ({ ...swrConfig, provider: () => answers ?? (new Map() as Cache) }))
  return (
    <SWRConfig value={config}>
      <CacheLife />
      <ConnectionKeeper />
      <ReadAgain>{children}</ReadAgain>
    </SWRConfig>
  )
}

function CacheLife() {
  useCacheLife()
  return null
}
