/** A post as the archive holds it. */
export interface ArchivedPost {
  /** A UUID. */
  id: string
  /** In milliseconds since 1970. */
  postedAt: number
  /** Its platform, which a project may have turned off. */
  platform: string
  /** The ids of the projects that alone may see it; null where every project may. */
  seenBy: readonly string[] | null
  /** Title and text, as `postText` joins them. */
  text: string
  /** As `packVector` makes it; null where none is made yet, and only words find the post. */
  vector: Uint8Array | null
}

/** What is looked for, and what the asking project may see. */
export interface ArchiveRequest {
  /** Unit vectors of what a wanted author would say; their mean is compared with posts. */
  voices: readonly Float32Array[]
  /** Words in normal form, as `readTerms` makes them: best of the whole signal. */
  terms: readonly string[]
  projectId: string
  /** Platforms that are left out. */
  without: readonly string[]
  /** Posts older than this are left out, in milliseconds since 1970; null for no limit. */
  since: number | null
  limit: number
}

export interface ArchivedMatch {
  postId: string
  /** The higher the better; comparable within one request. */
  rank: number
}
