/** `open` waits for a decision. An accepted one is kept as long as its merge, so that undoing the merge restores it. */
export const PROPOSAL_STATES = ['open', 'accepted', 'dismissed'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** The most proposals a project keeps open; the surest stay. */
export const PROPOSALS_OPEN_MAX = 2_000
