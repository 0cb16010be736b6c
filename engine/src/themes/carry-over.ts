/** A theme stays the same one if so much of what both it and its successor could hold is common to both. */
const COMMON_MIN = 0.3

/**
 * Which of the new themes is which former one: the pair that has the largest share of its posts in common first, each
 * once. Posts that were not there before, or are no longer, say nothing and are left out. Answers with the former id for
 * each new theme, null for one that is new.
 */
export function carryOver(
  themes: readonly (readonly string[])[],
  former: ReadonlyMap<string, string>,
  present: ReadonlySet<string>,
): (string | null)[] {
  const sizes = new Map<string, number>()
  for (const [post, theme] of former) if (present.has(post)) sizes.set(theme, (sizes.get(theme) ?? 0) + 1)
  const pairs = themes.flatMap((posts, at) => {
    const known = posts.flatMap((post) => former.get(post) ?? [])
    const common = new Map<string, number>()
    for (const theme of known) common.set(theme, (common.get(theme) ?? 0) + 1)
    return [...common].map(([theme, count]) => {
      const either = known.length + (sizes.get(theme) ?? 0) - count
      return { at, theme, share: count / either, count }
    })
  })
  const ids = themes.map((): string | null => null)
  const taken = new Set<string>()
  const order = pairs.toSorted((a, b) => b.share - a.share || b.count - a.count || a.at - b.at)
  for (const { at, theme, share } of order) {
    if (share < COMMON_MIN || ids[at] !== null || taken.has(theme)) continue
    ids[at] = theme
    taken.add(theme)
  }
  return ids
}
