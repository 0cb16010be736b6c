/**
 * What an author publishes about themselves on one platform. Whatever the platform lacks, or the author left out, is
 * null or empty; nothing is guessed.
 */
export interface AuthorProfile {
  id: string
  platform: string
  /** Set if the platform has many servers, such as Mastodon's. */
  host: string | null
  /** Null if the platform only numbers people. */
  handle: string | null
  /** If it only numbers people: what its addresses name the account by, such as `stackoverflow.com/12`. */
  number: string | null
  displayName: string | null
  bio: string | null
  /** Addresses in the profile, as written. */
  links: readonly string[]
  /** Those of `links` that the platform has verified to link back. */
  verifiedLinks: readonly string[]
  location: string | null
  /** As the author named it, such as `@acme`. */
  company: string | null
  /** A fingerprint of the picture, if the platform publishes it and it is no default. */
  avatarHash: string | null
  /** A keyed hash of an address that the author published in the profile. */
  emailHash: string | null
}
