import { BY_HAND, BY_HAND_NAME } from '@leadlight/domain/by-hand'

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    [BY_HAND]: BY_HAND_NAME,
    hacker_news: 'Hacker News',
    stack_exchange: 'Stack Exchange',
    feed: 'Feed',
    reddit: 'Reddit',
    github: 'GitHub',
    mastodon: 'Mastodon',
    bluesky: 'Bluesky',
    lemmy: 'Lemmy',
    discourse: 'Discourse',
    dev: 'DEV',
    youtube: 'YouTube',
    x: 'X',
    product_hunt: 'Product Hunt',
    ted: 'EU tenders (TED)',
    sam_gov: 'US tenders (SAM.gov)',
    steam: 'Steam',
    app_store: 'App Store',
    wordpress: 'WordPress.org',
  }),
)

/** A platform's name as people write it; an unknown one is derived from its id. */
export function platformName(platform: string): string {
  const known = NAMES.get(platform)
  return known ?? platform.replaceAll('_', ' ').replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase('en'))
}
