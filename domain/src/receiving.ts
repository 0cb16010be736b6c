/** Addresses of one project. */
export const RECEIVING_ADDRESSES_MAX = 20
/** The word that makes such an address, of the letters and digits that mail servers leave as they are. */
export const RECEIVING_WORD_LENGTH = 32
/** In one call to such an address. */
export const RECEIVED_POSTS_MAX = 1_000
export const RECEIVED_BYTES_MAX = 2_000_000
export const RECEIVING_CALLS_PER_MINUTE = 300
/** Of one organization, in all its projects. */
export const WAITING_POSTS_MAX = 20_000
/** So long a post waits for credits or for a first signal at most. */
export const WAITING_DAYS_MAX = 30
