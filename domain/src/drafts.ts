export const DRAFT_TYPES = ['dm', 'reply'] as const
export type DraftType = (typeof DRAFT_TYPES)[number]

export const DRAFT_MAX = 10_000
