import type { Source } from '@leadlight/contract/sources'
import { platformName } from '../../lib/platforms.ts'

/** A source as events, gaps and looks name it: `source` is the platform's own id of it, empty for the platform as a whole. */
export interface SourceRef {
  platform: string
  source: string
}

/** What the list of sources calls the place; the platform with the id where the list does not have it any more. */
export function nameSource(sources: readonly Source[], { platform, source }: SourceRef): string {
  const ofPlatform = sources.filter((one) => one.platform === platform)
  const name = ofPlatform[0]?.platform_name ?? platformName(platform)
  if (source === '') return name
  const known = ofPlatform.find(({ name: called, url }) => called === `${name}: ${source}` || isAddressOf(url, source))
  return known?.name ?? `${name}: ${source.replace(/^https?:\/\//u, '')}`
}

/** Some platforms know their sources by address, some by a name that its address ends with. */
function isAddressOf(url: string | null, source: string): boolean {
  return url !== null && (url === source.replace('#', '/tags/') || url.endsWith(`/${source}`))
}
