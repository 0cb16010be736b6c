/** What a project looks for among the stored posts. */
export interface ArchiveQuery {
  organizationId: string
  projectId: string
  /** Unit vectors of what a wanted author would say. */
  voices: readonly Float32Array[]
  /** Words in normal form, as `readTerms` makes them. */
  terms: readonly string[]
  /** Posts older than this are left out; null for no limit. */
  since: Date | null
  limit: number
}

export interface ArchiveHit {
  postId: string
  /** The higher the better, comparable within one query. */
  rank: number
}

/** The stored posts, searched by meaning and by words at once. */
export interface Archive {
  /**
   * The posts that the project may see, the likeliest first. A post deleted within the last seconds may be among them,
   * one that the project may not see never is.
   */
  search(query: ArchiveQuery, signal: AbortSignal): Promise<ArchiveHit[]>
  close(): Promise<void>
}

/** Finds nothing: for processes that do not search. */
export const emptyArchive: Archive = { search: () => Promise.resolve([]), close: () => Promise.resolve() }
