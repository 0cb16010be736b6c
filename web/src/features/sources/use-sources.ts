import type { Source, SourceChannel, SourcePlatform } from '@leadlight/contract/sources'
import useSWR, { useSWRConfig } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'

/** The project's sources: first those every project is searched on, then its own feeds and communities. */
export function useSources(projectId: string | null) {
  return useSWR<Source[], unknown>(projectId && keys.sources(projectId), ([, id]: readonly [string, string]) =>
    call(calls.listSources, { params: { projectId: id } }),
  )
}

/** The platforms whose sources a project can add. */
export function useSourcePlatforms(projectId: string) {
  return useSWR<SourcePlatform[], unknown>(keys.sourcePlatforms(projectId), () =>
    call(calls.listSourcePlatforms, { params: { projectId } }),
  )
}

/** Changes to the project's own sources. Failures are thrown, so the component can report them in place. */
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

/** The channels that the project can turn on and off, with its keys to them. */
export function useSourceChannels(projectId: string) {
  return useSWR<SourceChannel[], unknown>(keys.sourceChannels(projectId), () =>
    call(calls.listSourceChannels, { params: { projectId } }),
  )
}

export interface ChannelChanges {
  turn: (platform: string, body: { on: boolean; agreed?: boolean }) => Promise<void>
  setKey: (platform: string, fields: Record<string, string>) => Promise<void>
  removeKey: (platform: string) => Promise<void>
}

/** Changes to a channel. Failures are thrown, so the component can report them in place. */
export function useChannelChanges(projectId: string): ChannelChanges {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  const show = (changed: SourceChannel) => {
    patchCached<SourceChannel[]>(keys.sourceChannels(projectId), (channels) =>
      channels.map((channel) => (channel.platform === changed.platform ? changed : channel)),
    )
    // The listed sources and addable platforms depend on it.
    void mutate(keys.sources(projectId))
    void mutate(keys.sourcePlatforms(projectId))
  }
  return {
    turn: async (platform, body) => show(await call(calls.setSourceChannel, { params: { projectId, platform }, body })),
    setKey: async (platform, fields) =>
      show(await call(calls.setChannelKey, { params: { projectId, platform }, body: { fields } })),
    removeKey: async (platform) => {
      await call(calls.removeChannelKey, { params: { projectId, platform } })
      await mutate(keys.sourceChannels(projectId))
      void mutate(keys.sources(projectId))
      void mutate(keys.sourcePlatforms(projectId))
    },
  }
}
