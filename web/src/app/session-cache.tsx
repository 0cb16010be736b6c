import { use, useState } from 'react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import type { Cache } from 'swr'
import { createPersistedCache } from '../lib/cache.ts'
import { useCacheLife } from '../lib/cache-life.ts'
import { RememberedContext } from '../lib/remembered.ts'
import { InnerRoute } from '../lib/router/inner-route.tsx'
import { useToken } from '../lib/session.ts'
import { swrConfig } from '../lib/swr-config.ts'
import { ReadAgain, ReadFailedAgain } from './read-again.tsx'

/**
 * Around all screens that read answers: a separate cache per session. A new token remounts them, so nothing read as one
 * user, nor a pending read, reaches another.
 */
export function SessionCache() {
  const token = useToken()
  const remembered = use(RememberedContext)
  function answersOf(): Cache {
    if (token !== remembered.token) return new Map() as Cache
    return (remembered.answers ??= createPersistedCache(window))
  }
  return (
    <AnswersOf key={token ?? 'nobody'} start={answersOf}>
      <InnerRoute />
    </AnswersOf>
  )
}

function AnswersOf({ start, children }: { start: () => Cache; children: ReactNode }) {
  const [config] = useState(() => {
    const answers = start()
    // An object of its own for each: SWR ends whatever uses the same one when the first is left.
    const cache: Cache = {
      keys: () => answers.keys(),
      get: (key) => answers.get(key),
      set: (key, answer) => answers.set(key, answer),
      delete: (key) => answers.delete(key),
    }
    return { ...swrConfig, provider: () => cache }
  })
  return (
    <SWRConfig value={config}>
      <CacheLife />
      <ReadFailedAgain />
      <ReadAgain>{children}</ReadAgain>
    </SWRConfig>
  )
}

function CacheLife() {
  useCacheLife()
  return null
}
