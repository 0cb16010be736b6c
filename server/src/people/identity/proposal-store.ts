import type { ProjectIds } from '../../platform/actor.ts'
import type { Evidence } from '@leadlight/domain/identity/compare-profiles'
import type { ProposalState } from '@leadlight/domain/identity/proposals'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db.ts'

export interface ProposalRow {
  id: string
  profile_id: string
  other_profile_id: string
  /** In ten-thousandths. */
  probability: number
  evidence: Evidence[]
  state: ProposalState
  proposed_at: Date
  decided_at: Date | null
  person_id: string
  other_person_id: string
}

export interface NewProposal {
  id: string
  profileId: string
  otherProfileId: string
  probability: number
  evidence: readonly Evidence[]
}

interface ListWish {
  state: ProposalState
  personId: string | null
}

/**
 * Two who are merged or dismissed by now need no decision, and two people with several accounts are one question, asked
 * by their likeliest pair. Decided proposals are listed all the same.
 */
function listed({ organizationId, projectId }: ProjectIds, { state, personId }: ListWish): RawBuilder<unknown> {
  const isOpen = state === 'open'
  const of = personId === null ? sql`` : sql`and (one.person_id = ${personId} or other.person_id = ${personId})`
  return sql`
    from (
      select ${COLUMNS}, row_number() over (
        partition by least(one.person_id, other.person_id), greatest(one.person_id, other.person_id)
        order by (proposal.state = 'dismissed') desc, proposal.probability desc, proposal.id desc) as place
      from identity_proposal proposal
      join person_profile_view one on one.organization_id = ${organizationId} and one.id = proposal.profile_id
      join person_profile_view other on other.organization_id = ${organizationId} and other.id = proposal.other_profile_id
      where proposal.organization_id = ${organizationId} and proposal.project_id = ${projectId}
        and proposal.state = any(${isOpen ? ['open', 'dismissed'] : [state]}::text[]) ${of}
    ) proposal
    where state = ${state} ${isOpen ? sql`and person_id <> other_person_id and place = 1` : sql``}`
}

const COLUMNS = sql`
  proposal.id, proposal.profile_id, proposal.other_profile_id, proposal.probability, proposal.evidence, proposal.state,
  proposal.proposed_at, proposal.decided_at, one.person_id, other.person_id as other_person_id`

/** Likeliest first. */
export async function selectProposals(
  tx: Tx,
  ids: ProjectIds,
  wish: ListWish & { after: { value: number; id: string } | null; limit: number },
): Promise<ProposalRow[]> {
  const { after } = wish
  const beyond = after ? sql`and (proposal.probability, proposal.id) < (${after.value}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<ProposalRow>`
    select proposal.* ${listed(ids, wish)} ${beyond}
    order by proposal.probability desc, proposal.id desc limit ${wish.limit}`.execute(tx)
  return rows
}

/** How many there are, counted up to `max`. */
export async function countProposals(tx: Tx, ids: ProjectIds, wish: ListWish, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select ${listed(ids, wish)} limit ${max}) as counted`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The pairs of accounts that somebody has said belong to two people. */
export async function selectDismissed(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<[string, string][]> {
  const { rows } = await sql<{ profile_id: string; other_profile_id: string }>`
    select profile_id, other_profile_id from identity_proposal
    where organization_id = ${organizationId} and project_id = ${projectId} and state = 'dismissed'`.execute(tx)
  return rows.map((row) => [row.profile_id, row.other_profile_id])
}

/** A proposal of the project; `held` locks it until the transaction ends. A merge locks its people first. */
export async function findProposal(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  id: string,
  { held }: { held: boolean },
): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    select ${COLUMNS} from identity_proposal proposal
    join person_profile_view one on one.organization_id = ${organizationId} and one.id = proposal.profile_id
    join person_profile_view other on other.organization_id = ${organizationId} and other.id = proposal.other_profile_id
    where proposal.organization_id = ${organizationId} and proposal.project_id = ${projectId} and proposal.id = ${id}
    ${held ? sql`for update of proposal` : sql``}`.execute(tx)
  return rows[0]
}

export async function decideProposal(
  tx: Tx,
  organizationId: string,
  id: string,
  decision: { state: ProposalState; at: Date | null },
): Promise<void> {
  await sql`
    update identity_proposal set state = ${decision.state}, decided_at = ${decision.at}
    where organization_id = ${organizationId} and id = ${id}`.execute(tx)
}

/** Opens a proposal again, as if nobody had decided it. */
export function reopenProposal(tx: Tx, organizationId: string, id: string): Promise<void> {
  return decideProposal(tx, organizationId, id, { state: 'open', at: null })
}

/**
 * Replaces the open proposals with what was found now. Decisions stay; what did not change is not written. Returns how
 * many are new.
 */
export async function renewProposals(
  tx: Tx,
  { organizationId, projectId, now }: ProjectIds & { now: Date },
  found: readonly NewProposal[],
): Promise<number> {
  const rows = JSON.stringify(
    found.map(({ id, profileId, otherProfileId, probability, evidence }) => ({
      id,
      profile_id: profileId,
      other_profile_id: otherProfileId,
      probability,
      evidence,
    })),
  )
  const fresh = sql`jsonb_to_recordset(${rows}::jsonb)
    as fresh (id uuid, profile_id uuid, other_profile_id uuid, probability integer, evidence jsonb)`
  await sql`
    delete from identity_proposal proposal
    where organization_id = ${organizationId} and project_id = ${projectId} and state = 'open' and not exists (
      select from ${fresh}
      where fresh.profile_id = proposal.profile_id and fresh.other_profile_id = proposal.other_profile_id)`.execute(tx)
  const { rows: written } = await sql<{ isNew: boolean }>`
    insert into identity_proposal as proposal
      (id, organization_id, project_id, profile_id, other_profile_id, probability, evidence, proposed_at)
    select fresh.id, ${organizationId}::uuid, ${projectId}::uuid, profile_id, other_profile_id, probability, evidence, ${now}::timestamptz
    from ${fresh}
    -- Accounts may have gone since they were read.
    where exists (select from person_profile_view person_profile where organization_id = ${organizationId} and id = fresh.profile_id)
      and exists (select from person_profile_view person_profile where organization_id = ${organizationId} and id = fresh.other_profile_id)
    on conflict (organization_id, project_id, profile_id, other_profile_id) do update
    set probability = excluded.probability, evidence = excluded.evidence
    where proposal.state = 'open'
      and (proposal.probability, proposal.evidence) is distinct from (excluded.probability, excluded.evidence)
    returning xmax = 0 as "isNew"`.execute(tx)
  return written.filter(({ isNew }) => isNew).length
}
