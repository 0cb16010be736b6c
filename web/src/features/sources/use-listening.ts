import type { CoverageEntry, CoverageGap } from '@leadlight/contract/sources'
import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { listCoverage, listGaps } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useStable } from '../../lib/use-stable.ts'

/** A successful poll emits no event, so the lists are refetched while they show. */
const READ_EVERY_MS = 20_000

/** The gaps in monitoring, newest first. */
export function useGaps(projectId: string) {
  return useSWR<CoverageGap[], unknown>(keys.gaps(projectId), () => call(listGaps, { params: { projectId } }))
}

/** The newest polls of the project's sources. */
export function useCoverage(projectId: string) {
  return useSWR<CoverageEntry[], unknown>(keys.coverage(projectId), () => call(listCoverage, { params: { projectId } }))
}

/** Refetches the sources' state, gaps and polls, wherever they show. */
export function useRefreshListening(projectId: string): () => void {
  const { mutate } = useSWRConfig()
  return () => {
    for (const key of [keys.sources(projectId), keys.gaps(projectId), keys.coverage(projectId)]) void mutate(key)
  }
}

/** Refetches them at intervals while a component is mounted. */
export function useListeningPoll(projectId: string): void {
  const read = useStable(useRefreshListening(projectId))
  useEffect(() => {
    const timer = setInterval(read, READ_EVERY_MS)
    return () => clearInterval(timer)
  }, [read])
}
