import { authorshipOf, type Author, type Authorship } from '@leadlight/domain/authors'

/** A post's platform and what it names its author; only a post that was emptied names nobody. */
export interface PostAuthor {
  platform: string
  author: Omit<Author, 'name'> & { name: string | null }
}

/** How the other posts of these posts' authors may name them, one for each form. */
export function authorshipsOf(posts: readonly PostAuthor[]): Authorship[] {
  const found = new Map<string, Authorship>()
  for (const { platform, author } of posts) {
    const { name } = author
    if (name !== null) found.set(JSON.stringify([platform, author]), authorshipOf(platform, { ...author, name }))
  }
  return [...found.values()]
}
