/** What the author of posts says of themselves where their platform has a page of theirs. */
export interface AuthorProfile {
  /** As Hacker News has it: HTML. */
  about?: string
  location?: string
  website?: string
}

/** By what posts name their author. */
export type Authors = Readonly<Record<string, AuthorProfile>>
