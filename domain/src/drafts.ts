export const DRAFT_TYPES = ['dm', 'reply'] as const
export type DraftType = (typeof DRAFT_TYPES)[number]

export const DRAFT_MAX = 10_000

/** Who wrote a draft that somebody has put into words of their own; the lead's history tells who that was. */
export const A_PERSON = 'A person'
