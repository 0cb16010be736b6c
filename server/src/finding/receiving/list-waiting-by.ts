import { accountIdsOf, formsOfIds } from '@leadlight/domain/authors'
import type { AccountKey } from '../../core/suppression/suppression.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { readAuthor, readPost } from '../by-hand/read-post.ts'
import { namedAs } from '../by-hand/welcome-posts.ts'
import { POSTS_AT_ONCE } from './waiting-pages.ts'
import { selectProjectsWaitingOf, selectWaiting, type ArrivedPost } from './waiting-store.ts'

export interface WaitingBy {
  /** The receiving address it came to. */
  came_to: string
  received_at: Date
  url: string
  title: string | null
  text: string
  author: string
}

/**
 * What has arrived in the project by one of these accounts, and waits to be judged, in the order of its arrival. Each
 * page is read in a transaction of its own, so that no long list holds one open.
 */
export async function listWaitingBy(db: Db, ids: ProjectIds, accounts: readonly AccountKey[]): Promise<WaitingBy[]> {
  const wanted = new Set(
    accounts.flatMap(({ platform, externalId }) => formsOfIds(platform, [externalId]).map((id) => `${platform} ${id}`)),
  )
  const found: WaitingBy[] = []
  let after: ArrivedPost | undefined
  do {
    const last = after
    const page = await db.transaction(organizationScope(ids.organizationId), (tx) =>
      selectWaiting(tx, ids, { after: last, limit: POSTS_AT_ONCE }),
    )
    const theirs = page.filter(({ item }) =>
      namedAs(readAuthor(item)).some(({ platform, author }) =>
        accountIdsOf(platform, author).some((id) => wanted.has(`${platform} ${id}`)),
      ),
    )
    found.push(...theirs.map((waiting) => present(waiting, ids)))
    after = page.length < POSTS_AT_ONCE ? undefined : page.at(-1)
  } while (after)
  return found
}

function present({ id, item, addressName, receivedAt }: ArrivedPost, ids: ProjectIds): WaitingBy {
  const { url, title, text, author } = readPost(item, { ...ids, id, now: receivedAt }).post
  return { came_to: addressName, received_at: receivedAt, url, title, text, author: author?.name ?? '' }
}

/** The organization’s projects in which posts wait. */
export function listProjectsWaiting(db: Db, organizationId: string): Promise<string[]> {
  return db.transaction(organizationScope(organizationId), (tx) => selectProjectsWaitingOf(tx, organizationId))
}
