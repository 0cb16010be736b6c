import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { SWRConfig, useSWRConfig } from 'swr'
import { hasEnded } from '../lib/cache-life.ts'
import { ownChangesSettled } from '../lib/own-changes.ts'

/**
 * SWR drops the answer to a read during which what it reads is changed here, since it may be older than the change. Whoever
 * asked for it still waits for what has come in: once no change is on its way, it is read again.
 */
export function ReadAgain({ children }: { children: ReactNode }) {
  const { cache, mutate } = useSWRConfig()
  const config = useMemo(() => {
    async function readAgain(key: string): Promise<void> {
      await ownChangesSettled()
      // A later read may be what made SWR drop this one.
      if (!hasEnded(cache) && cache.get(key)?.isValidating !== true) await mutate(key)
    }
    return { onDiscarded: (key: string) => void readAgain(key) }
  }, [cache, mutate])
  return <SWRConfig value={config}>{children}</SWRConfig>
}
