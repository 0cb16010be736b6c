import type { PlatformSources } from '../../channels/platform-sources.ts'
import type { PostOrigin } from '../../core/posts/post-origin.ts'
import type { ProjectIds } from '../../platform/actor.ts'

/**
 * The origin of what is read on a platform for these projects. What one of them reads with its own key is theirs alone,
 * as is what stands at an address that they typed, or on a platform that shows nothing without a key.
 */
export function originOf(
  platformSources: readonly PlatformSources[],
  read: { platform: string; usesOwnKey: boolean; projects: readonly ProjectIds[] },
): PostOrigin {
  const places = platformSources.filter(({ platform }) => platform === read.platform)
  const isOpen = places.every(({ own, isPrivate }) => own !== 'addresses' && isPrivate !== true)
  return isOpen && !read.usesOwnKey ? 'everybody' : read.projects
}
