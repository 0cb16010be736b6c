import { findThemes, type FoundTheme, type ThemePost } from '@leadlight/engine/themes/find-themes'
import type { Chance } from '../reverse/chance.ts'
import type { BenchPost } from './corpus.ts'

const NONE = { themeOf: new Map<string, string>(), namedBy: new Set<string>() }

export function themesOf(posts: readonly ThemePost[]): FoundTheme[] {
  return findThemes(posts, NONE)
}

/** So many posts of each planted theme, and so many others that belong to none, in the order of the posts. */
export function plant(posts: readonly BenchPost[], each: number, others: number): BenchPost[] {
  const taken = new Map<string | null, number>()
  return posts.filter(({ planted, isStory }) => {
    if (planted === null && !isStory) return false
    const count = (taken.get(planted) ?? 0) + 1
    taken.set(planted, count)
    return count <= (planted === null ? others : each)
  })
}

export interface Purity {
  themes: number
  /** The share of the posts in themes that were planted with what most of their theme were planted with. */
  purity: number
  /** The share of the planted posts that are in a theme. */
  gathered: number
  /** The share of the planted themes that some found theme is mostly made of. */
  found: number
}

/** How far the themes found are the themes planted. A post that was planted with nothing is wrong in any theme. */
export function measurePurity(posts: readonly BenchPost[], themes: readonly FoundTheme[]): Purity {
  const plantedOf = new Map(posts.map(({ id, planted }) => [id, planted]))
  const majorities = themes.map((theme) => {
    const counts = new Map<string, number>()
    for (const { id } of theme.posts) {
      const planted = plantedOf.get(id)
      if (planted) counts.set(planted, (counts.get(planted) ?? 0) + 1)
    }
    const [name, right] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0]
    return { name, right, all: theme.posts.length }
  })
  const sum = (of: (one: (typeof majorities)[number]) => number) =>
    majorities.reduce((total, one) => total + of(one), 0)
  const planted = posts.filter((post) => post.planted !== null)
  const themed = new Set(themes.flatMap((theme) => theme.posts.map(({ id }) => id)))
  const kinds = new Set(planted.map((post) => post.planted))
  const mostly = new Set(majorities.filter(({ right, all }) => right * 2 > all).map(({ name }) => name))
  return {
    themes: themes.length,
    purity:
      sum(({ right }) => right) /
      Math.max(
        1,
        sum(({ all }) => all),
      ),
    gathered: planted.filter(({ id }) => themed.has(id)).length / planted.length,
    found: mostly.size / kinds.size,
  }
}

/**
 * How well themes are found again among posts drawn with replacement (Hennig 2007): for each theme the greatest Jaccard
 * similarity with a theme found among the posts drawn, over those posts, averaged over the draws and then the themes.
 */
export function measureStability(
  posts: readonly BenchPost[],
  themes: readonly FoundTheme[],
  { chance, draws }: { chance: Chance; draws: number },
): number {
  const sums = themes.map(() => 0)
  for (let draw = 0; draw < draws; draw++) {
    const drawn = new Set(posts.map(() => posts[chance.below(posts.length)]?.id))
    const again = themesOf(posts.filter(({ id }) => drawn.has(id))).map(
      (theme) => new Set(theme.posts.map(({ id }) => id)),
    )
    themes.forEach((theme, at) => {
      const own = theme.posts.filter(({ id }) => drawn.has(id))
      const best = Math.max(0, ...again.map((other) => jaccard(own, other)))
      sums[at] = (sums[at] ?? 0) + best
    })
  }
  return sums.reduce((sum, one) => sum + one / draws, 0) / Math.max(1, themes.length)
}

function jaccard(own: readonly { id: string }[], other: ReadonlySet<string>): number {
  const common = own.filter(({ id }) => other.has(id)).length
  return common / Math.max(1, own.length + other.size - common)
}
