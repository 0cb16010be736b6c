import { accountIdsOf, NAMED_TWICE, type Author, type Authorship } from '@leadlight/domain/authors'
import type { Db } from '../../platform/db.ts'
import { readAuthor } from '../by-hand/read-post.ts'
import { namedAs } from '../by-hand/welcome-posts.ts'
import { eachWaitingPage } from './waiting-pages.ts'
import { deleteWaiting, type WaitingPost } from './waiting-store.ts'

/** One way in which waiting posts name their author, and how many do. */
export interface WaitingForm extends Author {
  externalId: string
  posts: number
}

/** How posts that wait anywhere name whoever has this id, name or address on the platform. */
export async function findWaitingAuthors(
  db: Db,
  { platform, called }: { platform: string; called: string },
): Promise<WaitingForm[]> {
  const forms = new Map<string, WaitingForm>()
  await eachWaitingPage(db, (_, __, page) => {
    for (const { externalId, name, url } of page.flatMap((post) => authorsOf(post, platform))) {
      if (externalId === null || !isCalled({ externalId, name, url }, { platform, called })) continue
      const key = JSON.stringify([externalId, url])
      const known = forms.get(key)
      if (known) known.posts += 1
      else forms.set(key, { externalId, name, url, posts: 1 })
    }
  })
  return [...forms.values()]
}

/** Deletes what waits by this author, however it names them, in every organization. Returns how much. */
export async function deleteWaitingBy(db: Db, authorship: Authorship): Promise<number> {
  let deleted = 0
  await eachWaitingPage(db, async (tx, organizationId, page) => {
    const theirs = page.filter((post) => authorsOf(post, authorship.platform).some((one) => isBy(one, authorship)))
    const ids = theirs.map(({ id }) => id)
    if (ids.length > 0) await deleteWaiting(tx, organizationId, ids)
    deleted += ids.length
  })
  return deleted
}

/** Who wrote a post, as the platform names them. */
function authorsOf({ item }: WaitingPost, platform: string): Author[] {
  return namedAs(readAuthor(item)).flatMap((named) =>
    named.platform === platform && named.author !== null ? [named.author] : [],
  )
}

function isCalled(author: Author, { platform, called }: { platform: string; called: string }): boolean {
  if ([author.externalId, author.name, author.url].includes(called)) return true
  return NAMED_TWICE.includes(platform) && author.name.toLowerCase() === called.toLowerCase()
}

function isBy(author: Author, { platform, externalIds, names, site }: Authorship): boolean {
  if (site !== null && (URL.parse(author.url ?? '')?.host ?? '') !== site) return false
  const ids = [...(author.externalId === null ? [] : [author.externalId]), ...accountIdsOf(platform, author)]
  return ids.some((id) => externalIds.includes(id)) || names.includes(author.name.toLowerCase())
}
