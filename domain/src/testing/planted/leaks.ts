/**
 * How much people give away, account by account. The shares are drawn independently, and nobody gets a trace so that
 * they can be found. They were written before the matcher and are not tuned to it.
 */
export interface Leaks {
  /** The account uses the person's usual handle. */
  usualHandle: number
  /** Otherwise a variant of it (a digit, a separator, a suffix). The rest have another handle altogether. */
  variantHandle: number
  /** The profile shows the full name, if the platform has one. */
  fullName: number
  firstName: number
  /** A picture used everywhere: the person's own. */
  usualAvatar: number
  /** For a reused picture: the fingerprint survives the platform's scaling. */
  avatarSurvives: number
  hasSite: number
  showsSite: number
  /** For each other account of the person: this one links to it. */
  crossLink: number
  verified: number
  location: number
  bio: number
  /** The usual bio is used again, word for word. */
  sameBio: number
  company: number
  email: number
}

/** People in technology who want to be found: three in four keep their handle, and a third link from one account to another. */
export const USUAL: Leaks = {
  usualHandle: 0.74,
  variantHandle: 0.14,
  fullName: 0.68,
  firstName: 0.15,
  usualAvatar: 0.65,
  avatarSurvives: 0.85,
  hasSite: 0.5,
  showsSite: 0.7,
  crossLink: 0.3,
  verified: 0.4,
  location: 0.5,
  bio: 0.75,
  sameBio: 0.3,
  company: 0.35,
  email: 0.12,
}

/** People who give less away: half of what identifies them is missing. */
export const RESERVED: Leaks = {
  usualHandle: 0.42,
  variantHandle: 0.22,
  fullName: 0.4,
  firstName: 0.2,
  usualAvatar: 0.35,
  avatarSurvives: 0.7,
  hasSite: 0.3,
  showsSite: 0.5,
  crossLink: 0.08,
  verified: 0.3,
  location: 0.35,
  bio: 0.55,
  sameBio: 0.15,
  company: 0.2,
  email: 0.05,
}
