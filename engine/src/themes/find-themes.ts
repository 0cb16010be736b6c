import { THEME_POSTS_COMPARED_MIN } from '@leadlight/domain/themes'
import { carryOver } from './carry-over.ts'
import { groupPosts } from './group-posts.ts'
import { lensesOf } from './lenses.ts'
import { countShares, quotePosts } from './quote-posts.ts'

/** Fewer posts about one thing are chance. */
export const THEME_POSTS_MIN = 5
/** More than anybody looks through in a week. */
const THEMES_MAX = 100

export interface ThemePost {
  id: string
  /** Title and text, as `postText` joins them. */
  text: string
  /** Unit vector, as the embedder makes it. */
  vector: Float32Array
}

export interface FoundPost {
  id: string
  /** Bits in the order of `LENSES`. */
  lenses: number
  /** Its sentence that says best what the theme is about; null where none can be read at a glance. */
  quote: { start: number; end: number } | null
}

export interface FoundTheme {
  /** The id of the former theme that this one goes on from; null for a new one. */
  formerId: string | null
  /** Those whose quotes say best what all are about first. */
  posts: FoundPost[]
}

/**
 * The themes of posts, the largest first: what several of them are about. `former` says which theme each post belonged
 * to the last time; a theme that has enough posts in common with a former one is the same, and keeps its name while the
 * post that gave it is still there. The same posts always have the same themes.
 */
export function findThemes(
  posts: readonly ThemePost[],
  former: { themeOf: ReadonlyMap<string, string>; namedBy: ReadonlySet<string> },
): FoundTheme[] {
  if (posts.length < THEME_POSTS_COMPARED_MIN) return []
  const groups = groupPosts(
    posts.map(({ vector }) => vector),
    THEME_POSTS_MIN,
  ).slice(0, THEMES_MAX)
  const shares = countShares(posts.map(({ text }) => text))
  const themes = groups.map(({ members, nearness }) => {
    const own = members.flatMap((place, at) => {
      const post = posts[place]
      return post ? [{ ...post, nearness: nearness[at] ?? 0 }] : []
    })
    return orderPosts(own, quotePosts(own, shares), former.namedBy)
  })
  const ids = carryOver(
    themes.map((own) => own.map(({ id }) => id)),
    former.themeOf,
    new Set(posts.map(({ id }) => id)),
  )
  return themes.map((own, at) => ({ formerId: ids[at] ?? null, posts: own }))
}

/** The post that gave the theme its name, if it is there; then the quoted ones; then the others, nearest first. */
function orderPosts(
  own: readonly { id: string; text: string }[],
  quotes: ReturnType<typeof quotePosts>,
  namedBy: ReadonlySet<string>,
): FoundPost[] {
  const spans = new Map(quotes.map(({ post, span }) => [post, span]))
  const places = [...new Set([...spans.keys(), ...own.keys()])]
  const isName = (place: number) => (namedBy.has(own[place]?.id ?? '') && spans.has(place) ? 0 : 1)
  return places
    .toSorted((a, b) => isName(a) - isName(b))
    .flatMap((place) => {
      const post = own[place]
      return post ? [{ id: post.id, lenses: lensesOf(post.text), quote: spans.get(place) ?? null }] : []
    })
}
