/** `open` waits for a decision. An accepted one is kept as long as its merge, so that taking that back brings it back. */
export const PROPOSAL_STATES = ['open', 'accepted', 'dismissed'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** How many proposals a project keeps open: the surest. */
export const PROPOSALS_OPEN_MAX = 2_000
