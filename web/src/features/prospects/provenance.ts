import type { Profile, SourcedValue } from '@leadlight/contract/prospects'
import { formatDate } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'

/** Where and when a value was read: "from their GitHub profile, 12 Nov 2026". */
export function provenance(
  value: Pick<SourcedValue, 'source' | 'source_url' | 'seen_at'>,
  profiles: readonly Profile[] = [],
): string {
  return `${sourceWords(value, profiles)}, ${formatDate(value.seen_at)}`
}

const SOURCE_WORDS: Record<SourcedValue['source'], string> = {
  team: 'from your team',
  profile: 'from a profile',
  website: 'from the website',
  provider: 'from a data provider',
  model: 'read from the posts by a model',
  post: 'from a post',
}

function sourceWords(
  { source, source_url }: Pick<SourcedValue, 'source' | 'source_url'>,
  profiles: readonly Profile[],
): string {
  const profile = source === 'profile' && profiles.find(({ url }) => url !== null && url === source_url)
  return profile ? `from their ${platformName(profile.platform)} profile` : SOURCE_WORDS[source]
}
