/** The platform of posts that people bring in themselves, wherever they were written. */
export const BY_HAND = 'by_hand'
/** How it is called. */
export const BY_HAND_NAME = 'By hand'

export const POSTS_BY_HAND_MAX = 100
/** In characters. */
export const POST_BY_HAND_MAX = 10_000
