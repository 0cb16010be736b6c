import type { Source } from '@leadlight/contract/sources'
import { platformName } from '../../lib/platforms.ts'

/** A source as in events, gaps and polls: `source` is the platform's own id, empty for the whole platform. */
export interface SourceRef {
  platform: string
  source: string
}

/** The name from the list of sources; otherwise the platform with the id. */
export function nameSource(sources: readonly Source[], { platform, source }: SourceRef): string {
  const ofPlatform = sources.filter((one) => one.platform === platform)
  const name = ofPlatform[0]?.platform_name ?? platformName(platform)
  if (source === '') return name
  const listed = ofPlatform.find((one) => isSourceAt(one, source))
  return listed?.name ?? `${name}: ${source.replace(/^https?:\/\//u, '')}`
}

/** Whether the platform knows the source by this id. */
export function isSourceAt({ name, platform_name, url }: Source, id: string): boolean {
  return name === `${platform_name}: ${id}` || isAddressOf(url, id)
}

/** Some platforms identify sources by URL, some by a name at the end of their URL. */
function isAddressOf(url: string | null, source: string): boolean {
  return url !== null && (url === source.replace('#', '/tags/') || url.endsWith(`/${source}`))
}
