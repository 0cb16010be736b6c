import type { ProjectIds } from '../../platform/actor.ts'
import { accountOf, type Author } from '@leadlight/domain/authors'
import type { Tx } from '../../platform/db.ts'
import type { NewId } from '../../platform/ids.ts'
import { pipelineStatements } from '../../platform/pipeline-statements.ts'
import { insertAccounts, selectAccounts, type NewAccount } from './person-store.ts'

export interface AuthoredPost {
  id: string
  platform: string
  author: Author | null
  postedAt: Date
}

export interface NotingContext extends ProjectIds {
  now: Date
  newId: NewId
}

/** A post's author: the account, and the person who owns it. */
export interface Writer {
  profileId: string
  personId: string
}

/**
 * Adds the accounts behind these posts to the project, in the caller's transaction; a new account is a new person.
 * Returns each post's author, except for machines and nobody in particular. Repeating it changes nothing.
 * `renewAuthors` derives the visible rows once the posts are leads.
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
