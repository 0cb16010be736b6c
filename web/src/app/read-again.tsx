import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { SWRConfig, useSWRConfig } from 'swr'
import { hasEnded } from '../lib/cache-life.ts'
import { ownChangesSettled } from '../lib/own-changes.ts'
import { useServerBack } from '../lib/server-state.ts'

/**
 * SWR drops an answer if its key is mutated during the read, since the answer may be older. The data is still needed,
 * so this reads it again once no change is in progress.
 */
export function ReadAgain({ children }: { children: ReactNode }) {
  const { cache, mutate } = useSWRConfig()
  const config = useMemo(() => {
    async function readAgain(key: string): Promise<void> {
      await ownChangesSettled()
      // A later read may be why SWR dropped this one.
      if (!hasEnded(cache) && cache.get(key)?.isValidating !== true) await mutate(key)
    }
    return { onDiscarded: (key: string) => void readAgain(key) }
  }, [cache, mutate])
  return <SWRConfig value={config}>{children}</SWRConfig>
}

/** Once the server is back after it was away, reads again whatever failed. */
export function ReadFailedAgain() {
  const { cache, mutate } = useSWRConfig()
  useServerBack(() => {
    for (const key of cache.keys()) if (cache.get(key)?.error !== undefined) void mutate(key)
  })
  return null
}
