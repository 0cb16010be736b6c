import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { IdentityProposal, listIdentityProposals, NamedPerson } from '@leadlight/contract/identity'
import { describeEvidence } from '@leadlight/domain/identity/describe-evidence'
import type { ProposalState } from '@leadlight/domain/identity/proposals'
import type { Actor } from '../../platform/actor.ts'
import { readListCursor, totalOf, writeListCursor } from '../../platform/list-cursor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { selectAccountsOf, selectNames, type AccountRow } from './account-store.ts'
import type { IdentityDependencies } from './identity-dependencies.ts'
import { countProposals, selectProposals, type ProposalRow } from './proposal-store.ts'
import { namePlatform } from '../../channels/name-platform.ts'

/** Both lists of proposals: the default page size, and the largest total that is counted. */
export const PROPOSALS_PER_PAGE = 50
export const PROPOSALS_COUNTED_MAX = 10_000

export interface ProposalQuery {
  projectId: string
  state?: ProposalState | undefined
  person_id?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** Who may be one person, likeliest first. */
export async function listProposals(
  { db, channels }: Pick<IdentityDependencies, 'db' | 'channels'>,
  actor: Actor,
  { projectId, state = 'open', person_id, limit = PROPOSALS_PER_PAGE, cursor }: ProposalQuery,
): Promise<ReplyOf<typeof listIdentityProposals>> {
  const { organizationId } = actor
  const personId = person_id ?? null
  const list = ['identity_proposals', projectId, state, personId]
  const from = cursor === undefined ? null : readListCursor(list, cursor)
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    const place = { organizationId, projectId }
    const wish = { state, personId }
    const counted = () => countProposals(tx, place, wish, PROPOSALS_COUNTED_MAX + 1)
    const { total, totalCapped } = from ?? totalOf(await counted(), PROPOSALS_COUNTED_MAX)
    const rows = await selectProposals(tx, place, { ...wish, after: from?.after ?? null, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const ids = [...new Set(page.flatMap((row) => [row.person_id, row.other_person_id]))]
    const people = await selectNames(tx, organizationId, ids)
    const accounts = await selectAccountsOf(tx, organizationId, ids)
    const nameOf = (platform: string) => namePlatform(channels, platform)
    const last = rows.length > limit ? page.at(-1) : undefined
    const after = last && { value: last.probability, id: last.id }
    return {
      items: page.map((row) => presentProposal(row, { people, accounts, nameOf })),
      total,
      total_capped: totalCapped,
      next_cursor: after ? writeListCursor(list, { after, total, totalCapped }) : null,
    }
  })
}

/** What is known of the people in the proposals. */
export interface KnownPeople {
  people: readonly { id: string; name: string; posts: number }[]
  accounts: readonly AccountRow[]
}

function presentProposal(
  row: ProposalRow,
  known: KnownPeople & { nameOf: (platform: string) => string },
): IdentityProposal {
  const one = presentPerson(row.person_id, row.profile_id, known)
  const other = presentPerson(row.other_person_id, row.other_profile_id, known)
  // The same order in which `acceptIdentity` decides who stays.
  const isOneFirst = one.posts > other.posts || (one.posts === other.posts && one.id < other.id)
  return {
    id: row.id,
    person: isOneFirst ? one : other,
    other: isOneFirst ? other : one,
    probability: row.probability / 10_000,
    evidence: row.evidence.map((part) => ({
      kind: part.kind,
      text: describeEvidence(part, known.nameOf),
      speaks_for: part.bits > 0,
    })),
    state: row.state,
    proposed_at: row.proposed_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }
}

/** A person, with the account that a proposal is about first. */
export function presentPerson(id: string, profileId: string, { people, accounts }: KnownPeople): NamedPerson {
  const own = accounts.filter((account) => account.person_id === id)
  const [about, rest] = [own.filter((each) => each.id === profileId), own.filter((each) => each.id !== profileId)]
  const person = people.find((each) => each.id === id)
  return { id, name: person?.name ?? '', posts: person?.posts ?? 0, profiles: [...about, ...rest].map(presentAccount) }
}

export function presentAccount({
  id,
  platform,
  handle,
  name,
  url,
  posts,
}: AccountRow): NamedPerson['profiles'][number] {
  return { id, platform, handle, name, url, posts }
}
