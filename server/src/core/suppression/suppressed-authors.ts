import { accountIdsOf, formsOfIds, type Author } from '@leadlight/domain/authors'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db.ts'
import { lockName, shareNames } from '../../platform/named-lock.ts'
import type { AccountKey, Suppression } from './suppression.ts'

/** The hashes by which an account is known again, whichever of its ids a post gives. */
export function hashesOf(
  platform: string,
  externalIds: readonly string[],
  hash: (account: AccountKey) => Uint8Array,
): Uint8Array[] {
  return formsOfIds(platform, externalIds).map((externalId) => hash({ platform, externalId }))
}

interface Hashed {
  author: Uint8Array
  at: Date | string
}

const EVERYWHERE = 'suppression'
const nameOf = (organizationId: string) => `suppression:${organizationId}`

/**
 * For whoever is about to keep something of an author, before they ask whether they may: an account that is suppressed from
 * now on is so only once `tx` has ended, and what erases after it finds what was kept.
 */
export async function deferSuppressing(tx: Tx, organizationId: string): Promise<void> {
  await shareNames(tx, [EVERYWHERE, nameOf(organizationId)])
}

/** Keeps accounts out of an organization from now on. Returns how many were not before; none if there is no such one. */
export async function insertSuppressed(tx: Tx, organizationId: string, accounts: readonly Hashed[]): Promise<number> {
  await lockName(tx, nameOf(organizationId))
  const { rows } = await sql`
    insert into suppressed_author (organization_id, author, suppressed_at)
    select organization.id, known.author, known.suppressed_at
    from organization_view organization
    cross join unnest(
      ${accounts.map(({ author }) => Buffer.from(author))}::bytea[], ${accounts.map(({ at }) => at)}::timestamptz[]
    ) as known (author, suppressed_at)
    where organization.id = ${organizationId}
    on conflict do nothing
    returning 1`.execute(tx)
  return rows.length
}

/** The same for all organizations, those to come included. */
export async function insertSuppressedEverywhere(tx: Tx, accounts: readonly Hashed[]): Promise<number> {
  await lockName(tx, EVERYWHERE)
  const { rows } = await sql`
    insert into suppressed_everywhere (author, suppressed_at)
    select * from unnest(
      ${accounts.map(({ author }) => Buffer.from(author))}::bytea[], ${accounts.map(({ at }) => at)}::timestamptz[])
    on conflict do nothing
    returning 1`.execute(tx)
  return rows.length
}

/**
 * Which of the accounts the organization named with each may not keep, by their places in the list. Without one, those
 * that nobody may.
 */
export async function findSuppressedAccounts(
  tx: Tx,
  suppression: Suppression,
  accounts: readonly (AccountKey & { organizationId: string | null })[],
): Promise<ReadonlySet<number>> {
  const lists = accounts.length === 0 ? new Set<never>() : await findLists(tx, accounts)
  // Where many listen for many posts, hashing for each is slow, and most suppress nobody.
  if (lists.size === 0) return new Set()
  const everywhere = new Map<string, string>()
  const hashOf = (account: AccountKey) => {
    const key = `${account.platform} ${account.externalId}`
    const hash = everywhere.get(key) ?? hex(suppression.everywhere(account))
    everywhere.set(key, hash)
    return hash
  }
  const hashed = accounts.flatMap((account, at) =>
    formsOfIds(account.platform, [account.externalId]).map((externalId) => ({
      at,
      organizationId: account.organizationId,
      everywhere: lists.has(null) ? hashOf({ ...account, externalId }) : undefined,
      own:
        account.organizationId !== null && lists.has(account.organizationId)
          ? hex(suppression.inOrganization(account.organizationId, { ...account, externalId }))
          : undefined,
    })),
  )
  const own = hashed.flatMap(({ organizationId, own: author }) =>
    author === undefined ? [] : [{ organizationId, author }],
  )
  const { rows } = await sql<{ author: Uint8Array }>`
    select author from suppressed_everywhere where author = any(${[...everywhere.values()].map(bytes)}::bytea[])
    union all
    select author from suppressed_author
    join unnest(
      ${own.map(({ organizationId }) => organizationId)}::uuid[], ${own.map(({ author }) => bytes(author))}::bytea[]
    ) as wanted (organization_id, author) using (organization_id, author)`.execute(tx)
  const found = new Set<string | undefined>(rows.map(({ author }) => hex(author)))
  return new Set(hashed.flatMap((each) => (found.has(each.everywhere) || found.has(each.own) ? [each.at] : [])))
}

/** Those of the organizations that suppress anybody; null where somebody is suppressed in all. */
async function findLists(
  tx: Tx,
  accounts: readonly { organizationId: string | null }[],
): Promise<ReadonlySet<string | null>> {
  const ids = [...new Set(accounts.flatMap(({ organizationId }) => organizationId ?? []))]
  const { rows } = await sql<{ id: string | null }>`
    select null::uuid as id where exists (select from suppressed_everywhere)
    union all
    select id from unnest(${ids}::uuid[]) as asked (id)
    where exists (select from suppressed_author where asked.id = organization_id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

interface AuthoredPost {
  platform: string
  author: Author | null
}

/** Which of the posts are by authors that the organization named with each may not keep, by their places in the list. Without
 * one, those that nobody may. */
export async function findSuppressedPosts(
  tx: Tx,
  suppression: Suppression,
  posts: readonly (AuthoredPost & { organizationId: string | null })[],
): Promise<ReadonlySet<number>> {
  // One post is asked about for each of many organizations.
  const known = new Map<Author | null, string[]>()
  const authored = posts.flatMap(({ platform, author, organizationId }, at) => {
    const ids = known.get(author) ?? accountIdsOf(platform, author)
    known.set(author, ids)
    return ids.map((externalId) => ({ at, organizationId, platform, externalId }))
  })
  const found = await findSuppressedAccounts(tx, suppression, authored)
  return new Set(authored.flatMap(({ at }, place) => (found.has(place) ? [at] : [])))
}

/** The posts that the organization may keep. */
export async function withoutSuppressed<Post extends AuthoredPost>(
  tx: Tx,
  suppression: Suppression,
  { organizationId, posts }: { organizationId: string; posts: readonly Post[] },
): Promise<Post[]> {
  const asked = posts.map(({ platform, author }) => ({ platform, author, organizationId }))
  const left = await findSuppressedPosts(tx, suppression, asked)
  return posts.filter((_, at) => !left.has(at))
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

function bytes(hash: string): Buffer {
  return Buffer.from(hash, 'hex')
}
