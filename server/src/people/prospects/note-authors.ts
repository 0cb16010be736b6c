import { accountOf, type Author } from '@leadlight/domain/authors'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { insertAccounts, selectAccounts, type NewAccount } from './person-store.ts'
import { type ProspectIds } from './prospect-ids.ts'

export interface AuthoredPost {
  id: string
  platform: string
  author: Author | null
  postedAt: Date
}

export interface NotingContext extends ProspectIds {
  now: Date
  newId: NewId
}

/** Who wrote a post: one of their accounts, and the person whose it is. */
export interface Writer {
  profileId: string
  personId: string
}

/**
 * Makes sure that the project knows the accounts behind these posts, in the caller's transaction: a new account is a new
 * person. Answers whose each post is; one that nobody in particular wrote, or a machine, is left out. The same again changes
 * nothing. What shows of the people is made anew by `renewAuthors` once their posts are leads.
 */
export async function noteAuthors(
  tx: Tx,
  context: NotingContext,
  posts: readonly AuthoredPost[],
): Promise<ReadonlyMap<string, Writer>> {
  const authored = posts.flatMap(({ id, platform, author, postedAt }) => {
    const account = accountOf(platform, author)
    return account ? [{ postId: id, platform, postedAt, ...account }] : []
  })
  if (authored.length === 0) return new Map()
  const accounts = new Map<string, NewAccount>()
  for (const { postId: _, ...account } of authored) {
    const key = keyOf(account)
    if (!accounts.has(key)) accounts.set(key, { ...account, profileId: context.newId(), personId: context.newId() })
  }
  const [, known] = await pipelineStatements([
    insertAccounts(tx, context, [...accounts.values()]),
    selectAccounts(tx, context, [...accounts.values()]),
  ])
  const writers = new Map(known.map(({ profileId, personId, ...account }) => [keyOf(account), { profileId, personId }]))
  return new Map(
    authored.flatMap((post) => {
      const writer = writers.get(keyOf(post))
      return writer ? [[post.postId, writer]] : []
    }),
  )
}

function keyOf({ platform, externalId }: { platform: string; externalId: string }): string {
  return JSON.stringify([platform, externalId])
}
