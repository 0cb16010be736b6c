import type { ChannelPost, StreamEvent } from '../../channels/channel.ts'
import type { EmbeddedPost } from './take-in.ts'

/** The net result of a stream's events: an edited post is there once, a deleted one is not. */
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

/** Leaves out posts that later events edited or deleted. */
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
