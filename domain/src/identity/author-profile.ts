/**
 * What an author says of themselves on one platform, as anybody can read it there. Whatever a platform does not have, or the author left
 * out, is null or empty; nothing here is guessed.
 */
export interface AuthorProfile {
  id: string
  platform: string
  /** Where the platform is many places, such as a Mastodon instance. */
  host: string | null
  /** Null where the platform only numbers people. */
  handle: string | null
  /** Where it only numbers people: what addresses there name the account by, such as `stackoverflow.com/12`. */
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
  /** A fingerprint of the picture, where the platform gives it openly and it is no default. */
  avatarHash: string | null
  /** A keyed hash of an address that the author published in the profile. */
  emailHash: string | null
}
