export const DRAFT_TYPES = ['dm', 'reply'] as const
export type DraftType = (typeof DRAFT_TYPES)[number]

export const DRAFT_MAX = 10_000

/** The writer of a draft that somebody put into words of their own. The lead's history says who. */
export const A_PERSON = 'A person'
