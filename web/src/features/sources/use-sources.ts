import type { Source, SourcePlatform } from '@leadlight/contract/sources'
import useSWR from 'swr'
import { call } from '../../lib/api.ts'
import * as calls from '../../lib/calls.ts'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'

/** Where the project listens: what every project is searched on, then its own feeds and communities. */
export function useSources(projectId: string) {
  return useSWR<Source[], unknown>(keys.sources(projectId), () => call(calls.listSources, { params: { projectId } }))
}

/** The platforms of which the project can add sources of its own. */
export function useSourcePlatforms(projectId: string) {
  return useSWR<SourcePlatform[], unknown>(keys.sourcePlatforms(projectId), () =>
    call(calls.listSourcePlatforms, { params: { projectId } }),
  )
}

/** What can be done to the project's own sources. Every failure is thrown on, for the place where it was tried to say it. */
export function useSourceChanges(projectId: string) {
  const patchCached = usePatchCached()
  const patch = (change: (sources: Source[]) => Source[]) => patchCached<Source[]>(keys.sources(projectId), change)
  return {
    add: async (platform: string, typed: string): Promise<Source> => {
      const params = { projectId }
      const added =
        platform === 'feed'
          ? await call(calls.addFeed, { params, body: { url: typed } })
          : await call(calls.addCommunity, { params, body: { platform, source: typed } })
      patch((sources) => [...sources, added])
      return added
    },
    remove: async ({ id, kind }: Source): Promise<void> => {
      if (id === null) return
      const remove = kind === 'feed' ? calls.removeFeed : calls.removeCommunity
      await call(remove, { params: { projectId, id } })
      patch((sources) => sources.filter((source) => source.id !== id))
    },
  }
}
