import type { ChannelPost, StreamEvent } from '../../channels/channel.ts'
import type { EmbeddedPost } from './take-in.ts'

/** What a stream told, as it stands in the end: what was changed meanwhile is there once, what was deleted is not. */
export interface ReceivedEvents {
  posts: ChannelPost[]
  deleted: ReadonlySet<string>
  authorsGone: ReadonlySet<string>
}

export function collapseEvents(events: readonly StreamEvent[]): ReceivedEvents {
  const posts = new Map<string, ChannelPost>()
  const deleted = new Set<string>()
  const authorsGone = new Set<string>()
  for (const event of events) {
    if (event.kind === 'post') posts.set(event.post.externalId, event.post)
    if (event.kind === 'deleted') {
      deleted.add(event.externalId)
      posts.delete(event.externalId)
    }
    if (event.kind === 'author_gone') {
      authorsGone.add(event.authorExternalId)
      for (const [id, { author }] of posts) if (author?.externalId === event.authorExternalId) posts.delete(id)
    }
  }
  return { posts: [...posts.values()], deleted, authorsGone }
}

/** Those that are still to be kept after what was heard later. */
export function withoutDeleted<Read extends EmbeddedPost>(
  read: readonly Read[],
  { posts, deleted, authorsGone }: ReceivedEvents,
): readonly Read[] {
  const changed = new Set(posts.map(({ externalId }) => externalId))
  return read.filter(
    ({ post: { externalId, author } }) =>
      !deleted.has(externalId) && !changed.has(externalId) && !authorsGone.has(author?.externalId ?? ''),
  )
}
