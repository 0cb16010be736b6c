interface Policy {
  platform: string
  /** Left out if the rule holds for the whole platform. */
  community?: string
  why: string
}

/** Communities whose own rules forbid generated answers. */
const FORBIDDING: readonly Policy[] = [
  {
    platform: 'hacker_news',
    why: 'Hacker News does not want generated comments. You get talking points, to answer from in your own words.',
  },
  {
    platform: 'stack_exchange',
    why: 'Stack Exchange forbids generated answers on most of its sites. You get talking points, to answer from in your own words.',
  },
]

/** Why a reply there must be a person's own words; null if nothing speaks against a draft. */
export function draftingRule(platform: string, community: string | null): string | null {
  const rule = FORBIDDING.find(
    (policy) => policy.platform === platform && (policy.community === undefined || policy.community === community),
  )
  return rule?.why ?? null
}

/** Platforms whose members can write to each other in private. On DEV, GitHub or YouTube nobody can. */
const WITH_MESSAGES: ReadonlySet<string> = new Set(['reddit', 'bluesky', 'mastodon', 'lemmy', 'discourse', 'x'])

/** Whether somebody who wrote on this platform can be sent a direct message there. */
export function hasDirectMessages(platform: string): boolean {
  return WITH_MESSAGES.has(platform)
}
