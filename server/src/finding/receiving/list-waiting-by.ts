import { accountIdsOf, formsOfIds } from '@leadlight/domain/authors'
import type { AccountKey } from '../../core/suppression/suppression.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { readPost } from '../by-hand/read-post.ts'
import { namedAs } from '../by-hand/welcome-posts.ts'
import { selectWaiting, type ArrivedPost } from './waiting-store.ts'

const POSTS_AT_ONCE = 200

export interface WaitingBy {
  /** The receiving address it came to. */
  came_to: string
  received_at: Date
  url: string
  title: string | null
  text: string
  author: string
}

/** What has arrived in the project by one of these accounts, and waits to be judged, in the order of its arrival. */
export async function listWaitingBy(tx: Tx, ids: ProjectIds, accounts: readonly AccountKey[]): Promise<WaitingBy[]> {
  const wanted = new Set(
    accounts.flatMap(({ platform, externalId }) => formsOfIds(platform, [externalId]).map((id) => `${platform} ${id}`)),
  )
  const found: WaitingBy[] = []
  let after: ArrivedPost | undefined
  do {
    const page = await selectWaiting(tx, ids, { after, limit: POSTS_AT_ONCE })
    for (const waiting of page) {
      const { post } = readPost(waiting.item, { ...ids, id: waiting.id, now: waiting.receivedAt })
      const names = namedAs(post).flatMap(({ platform, author }) =>
        accountIdsOf(platform, author).map((id) => `${platform} ${id}`),
      )
      if (!names.some((name) => wanted.has(name))) continue
      const { url, title, text, author } = post
      const { addressName: came_to, receivedAt: received_at } = waiting
      found.push({ came_to, received_at, url, title, text, author: author?.name ?? '' })
    }
    after = page.length < POSTS_AT_ONCE ? undefined : page.at(-1)
  } while (after)
  return found
}
