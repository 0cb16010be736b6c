import type { ReachTarget } from '@leadlight/engine/reach/reach'
import type { Channel } from '../../channels/channel.ts'
import type { PlatformSources } from '../../channels/platform-sources.ts'

/** With one for a token, 60 requests a platform. */
const PAGES_MAX = 59

/** What a search can ask, source by source. */
export function reachTargets(channels: readonly Channel[], platformSources: readonly PlatformSources[]): ReachTarget[] {
  return platformSources.flatMap((place) => {
    const channel = channels.find(({ platform }) => platform === place.platform)
    const searched = place.takesTitles === true ? 'words_and_titles' : 'words'
    return (place.sources ?? [null]).map((source) => {
      const takesWords = place.reading === 'search' || (source !== null && channel?.takesWords?.(source) === true)
      return {
        platform: place.platform,
        source,
        takes: takesWords ? searched : 'listing',
        hasCommunities: place.hasCommunities === true,
        pagesMax: place.pagesMax ?? PAGES_MAX,
      } satisfies ReachTarget
    })
  })
}
