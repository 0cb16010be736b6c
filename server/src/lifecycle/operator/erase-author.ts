import { authorshipOf } from '@leadlight/domain/authors'
import { recordOperatorAction } from '../../core/audit/record-operator-action.ts'
import { deleteWaitingBy } from '../../finding/receiving/waiting-authors.ts'
import { AppError } from '../../platform/errors.ts'
import { operatorScope } from '../../platform/scopes.ts'
import { findAuthors } from '../retention/find-authors.ts'
import { erasePostsBy } from '../retention/erase-deleted-posts.ts'
import { describeAuthors } from './describe-authors.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'

interface Asked {
  platform: string
  /** The platform's id of the author, their name there, or the address of their profile. */
  called: string
  isSure: boolean
}

/**
 * Erases all posts of somebody who asked for it, over all organizations, and who they are with them; those too that
 * wait to be judged. Without confirmation it only says whom it would erase. The audit log keeps the number of posts, not the person.
 */
export async function eraseAuthor(
  { db, newId, ledger }: OperatorDependencies,
  { platform, called, isSure }: Asked,
): Promise<string[]> {
  const { clock } = ledger
  const found = await findAuthors({ db }, { platform, called })
  const [author, ...more] = found
  if (!author) {
    const detail = `No post on ${platform} is by ${called}. Name the platform as the list of sources does, and the author by the address of their profile, their name or their id there.`
    throw new AppError('not_found', 'author_not_found', detail)
  }
  const lines = describeAuthors(found)
  if (more.length > 0) return [...lines, 'These are several. Say whom, by the address.']
  if (!isSure) return [...lines, 'Nothing was erased yet. To erase all of these posts for good, add --yes.']
  const authorship = authorshipOf(platform, ...author)
  // What waits goes first: judged meanwhile, it is among the posts.
  const waiting = await deleteWaitingBy(db, authorship)
  const posts = waiting + (await erasePostsBy({ db, clock }, authorship))
  const target = { platform, posts: String(posts) }
  const action = { action: 'operator.forget-author', organizationId: null, target } as const
  await db.transaction(operatorScope(), (tx) => recordOperatorAction(tx, { clock, newId }, action))
  return [`Erased ${posts === 1 ? 'one post' : `${posts} posts`} and whose they were, in every organization.`]
}
