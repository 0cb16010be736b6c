import { accountIdsOf } from '@leadlight/domain/authors'
import { type AuthorForm, selectAuthors } from '../../core/posts/post-writes.ts'
import { findWaitingAuthors } from '../../finding/receiving/waiting-authors.ts'
import type { Db } from '../../platform/db.ts'
import { retentionScope } from '../../platform/scopes.ts'

/** An account, in every form in which posts, stored or waiting to be judged, name it: none may be lost, since it may come back under each. */
export type FoundAuthor = [AuthorForm, ...AuthorForm[]]

/**
 * The authors on a platform with exactly this id, name or profile address, one for each account; where an account has an
 * id beside its name, the name's case does not count. Several share a name, or an id where a platform numbers its users
 * per site. Somebody with no post left here, not even one that waits, is not found.
 */
export async function findAuthors(
  { db }: { db: Db },
  { platform, called }: { platform: string; called: string },
): Promise<FoundAuthor[]> {
  const stored = await db.transaction(retentionScope(), (tx) => selectAuthors(tx, { platform, called }))
  const forms = joined([...stored, ...(await findWaitingAuthors(db, { platform, called }))])
  const found: { author: FoundAuthor; ids: string[] }[] = []
  for (const form of forms) {
    const accountIds = accountIdsOf(platform, form)
    const ids = accountIds.length > 0 ? accountIds : [JSON.stringify([form.externalId, form.url])]
    const known = found.find((each) => each.ids.some((id) => ids.includes(id)))
    known?.author.push(form)
    known?.ids.push(...ids)
    if (!known) found.push({ author: [form], ids })
  }
  return found.map(({ author }) => author)
}

/** The same form of stored and of waiting posts is one. */
function joined(forms: readonly AuthorForm[]): AuthorForm[] {
  const all = new Map<string, AuthorForm>()
  for (const form of forms) {
    const key = JSON.stringify([form.externalId, form.url])
    all.set(key, { ...form, posts: form.posts + (all.get(key)?.posts ?? 0) })
  }
  return [...all.values()]
}
