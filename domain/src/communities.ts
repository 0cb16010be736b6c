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
    why: 'Hacker News does not want generated comments. Here are talking points to answer from in your own words.',
  },
  {
    platform: 'stack_exchange',
    why: 'Stack Exchange forbids generated answers on most of its sites. Here are talking points to answer from in your own words.',
  },
]

/** Why a reply there must be a person's own words; null if nothing speaks against a draft. */
export function draftingRule(platform: string, community: string | null): string | null {
  const rule = FORBIDDING.find(
    (policy) => policy.platform === platform && (policy.community === undefined || policy.community === community),
  )
  return rule?.why ?? null
}
