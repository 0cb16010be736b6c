/** What authors do in posts, by which themes are looked at. */
export const LENSES = ['asks', 'pains', 'money', 'switches'] as const
export type Lens = (typeof LENSES)[number]

/** Fewer posts have no themes worth looking at. */
export const THEME_POSTS_COMPARED_MIN = 30

/** Fewer posts of which replies are known say nothing. */
const KNOWN_MIN = 3

/** Whether a theme goes unanswered: of the posts whose replies are known at least half have none. */
export function isUnanswered({ known, none }: { known: number; none: number }): boolean {
  return known >= KNOWN_MIN && none * 2 >= known
}
