import { ACTS, type Act } from '@leadlight/domain/acts'

/** The acts are the product's, since users see and choose them; what the matcher adds to them is here. */
export { ACT_WORDING, ACTS, type Act } from '@leadlight/domain/acts'

/** The index of the probability of a present need, after those of the acts. */
export const NEED = ACTS.length

/** How strongly something speaks for each act, from 0 to 1; acts left out count as 0. */
export type ActWeights = Partial<Record<Act, number>>
