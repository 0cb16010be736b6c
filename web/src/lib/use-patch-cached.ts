import { useCallback } from 'react'
import { unstable_serialize, useSWRConfig } from 'swr'
import type { Key } from 'swr'
import { hasEnded } from './cache-life.ts'

/**
 * Updates a cached answer without asking the server. Does nothing if nothing is cached: SWR would drop an answer
 * already under way.
 */
export function usePatchCached(): <Data>(key: Key, change: (current: Data) => Data) => void {
  const { cache, mutate } = useSWRConfig()
  return useCallback(
    <Data>(key: Key, change: (current: Data) => Data) => {
      if (hasEnded(cache)) return
      const data: unknown = cache.get(unstable_serialize(key))?.data
      if (data === undefined) return
      void mutate<Data>(key, (current?: Data) => (current === undefined ? current : change(current)), {
        revalidate: false,
      })
    },
    [cache, mutate],
  )
}
