import { NO_SCORE } from '@leadlight/domain/scoring'
import { sql } from 'kysely'
import { selectPostsByAuthor } from '../../core/posts/post-writes.ts'
import type { AccountKey } from '../../core/suppression/suppression.ts'
import type { Tx } from '../../platform/db.ts'
import { authorshipsOf, type PostAuthor } from '../retention/authorships-of.ts'

/** A person's accounts, in the person's own project. */
export async function selectAccountsOf(tx: Tx, organizationId: string, personId: string): Promise<AccountKey[]> {
  const { rows } = await sql<AccountKey>`
    select platform, external_id as "externalId" from person_profile_view
    where organization_id = ${organizationId} and person_id = ${personId}`.execute(tx)
  return rows
}

export interface HeldPerson {
  projectId: string
  personId: string
  /** Every lead made of their posts, the newest first. */
  leadIds: string[]
}

/** Whoever has one of these accounts, in any project of the organization. */
export async function selectHeldPeople(
  tx: Tx,
  organizationId: string,
  accounts: readonly AccountKey[],
): Promise<HeldPerson[]> {
  const { rows } = await sql<HeldPerson>`
    select person.project_id as "projectId", person.id as "personId", array(
      select lead.id from person_profile_view profile
      join lead_view lead on lead.organization_id = ${organizationId} and lead.profile_id = profile.id
      where profile.organization_id = ${organizationId} and profile.person_id = person.id
      order by lead.posted_at desc, lead.id desc) as "leadIds"
    from person_view person
    where person.organization_id = ${organizationId} and exists (
      select from person_profile_view profile
      join unnest(
        ${accounts.map(({ platform }) => platform)}::text[], ${accounts.map(({ externalId }) => externalId)}::text[]
      ) as wanted (platform, external_id) using (platform, external_id)
      where profile.organization_id = ${organizationId} and profile.person_id = person.id)
    order by person.project_id, person.id`.execute(tx)
  return rows
}

/** When links about these leads were made, and pressed. */
export async function selectNoticesOf(
  tx: Tx,
  organizationId: string,
  leadIds: readonly string[],
): Promise<{ made_at: Date; objected_at: Date | null }[]> {
  return tx
    .selectFrom('notice')
    .select(['made_at', 'objected_at'])
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`lead_id = any(${leadIds}::uuid[])`)
    .orderBy('made_at')
    .execute()
}

export interface PassedOver {
  intent_signal: string
  /** Null where watched names were compared, which gives none. */
  score: number | null
  judged_at: Date
  platform: string
  url: string
  title: string | null
  text: string
  posted_at: Date
}

/**
 * What the project's signals judged of the authors of these leads beside the leads, the newest first: of every post that
 * erasing them would erase.
 */
export async function selectPassedOver(
  tx: Tx,
  organizationId: string,
  { projectId, leadIds }: { projectId: string; leadIds: readonly string[] },
): Promise<PassedOver[]> {
  const authors = await sql<PostAuthor>`
    select distinct post.platform, jsonb_build_object(
      'externalId', post.author_external_id, 'name', post.author_name, 'url', post.author_url) as author
    from lead_view lead join post_view post on post.id = lead.post_id
    where lead.organization_id = ${organizationId} and lead.id = any(${leadIds}::uuid[])`.execute(tx)
  const postIds: string[] = []
  for (const author of authorshipsOf(authors.rows)) postIds.push(...(await selectPostsByAuthor(tx, author)))
  const { rows } = await sql<PassedOver>`
    select signal.intent_signal, nullif(judgement.score, ${NO_SCORE}) as score, judgement.judged_at, post.platform, post.url, post.title,
      post.body as text, post.posted_at
    from post_view post
    join judgement_view judgement on judgement.organization_id = ${organizationId} and judgement.post_id = post.id
    join intent_signal_view signal on signal.organization_id = ${organizationId}
      and signal.id = judgement.intent_signal_id and signal.project_id = ${projectId}
    where post.id = any(${postIds}::uuid[]) and not exists (
      select from lead_view lead where lead.organization_id = ${organizationId} and lead.project_id = ${projectId}
        and lead.post_id = post.id)
    order by post.posted_at desc, post.id desc, signal.intent_signal`.execute(tx)
  return rows
}
