import type { CoverageEntry, CoverageGap } from '@leadlight/contract/sources'
import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { listCoverage, listGaps } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useStable } from '../../lib/use-stable.ts'

/** A look that works is no event, so the lists are read anew while somebody looks at them. */
const READ_EVERY_MS = 20_000

/** When monitoring was blind to something, newest first. */
export function useGaps(projectId: string) {
  return useSWR<CoverageGap[], unknown>(keys.gaps(projectId), () => call(listGaps, { params: { projectId } }))
}

/** The newest looks at the project's sources. */
export function useCoverage(projectId: string) {
  return useSWR<CoverageEntry[], unknown>(keys.coverage(projectId), () => call(listCoverage, { params: { projectId } }))
}

/** Reads anew how sources are doing, what was missed and what was looked at, wherever that shows. */
export function useRefreshListening(projectId: string): () => void {
  const { mutate } = useSWRConfig()
  return () => {
    for (const key of [keys.sources(projectId), keys.gaps(projectId), keys.coverage(projectId)]) void mutate(key)
  }
}

/** Does so now and then while a component shows. */
export function useListeningPoll(projectId: string): void {
  const read = useStable(useRefreshListening(projectId))
  useEffect(() => {
    const timer = setInterval(read, READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [read])
}
