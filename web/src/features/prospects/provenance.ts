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
  model: 'classified by Leadlight',
  post: 'from a post',
}

function sourceWords(
  { source, source_url }: Pick<SourcedValue, 'source' | 'source_url'>,
  profiles: readonly Profile[],
): string {
  const linked = profiles.find(({ url }) => url !== null && url === source_url)
  // A person with one account can have no other profile.
  const profile = source === 'profile' && (linked ?? (profiles.length === 1 ? profiles[0] : undefined))
  if (profile) return `from their ${platformName(profile.platform)} profile`
  if (source === 'model' && source_url !== null) {
    return linked
      ? `classified by Leadlight from their ${platformName(linked.platform)} profile`
      : 'classified by Leadlight from the website'
  }
  return SOURCE_WORDS[source]
}
