import type { OfSignal } from '../../core/signals/signals.ts'
import type { StoredCondition } from '@leadlight/domain/conditions'
import { sql, type JSONColumnType } from 'kysely'
import type { Stance } from '@leadlight/domain/watched-names/stances'
import type { Tx } from '../../platform/db.ts'
import { NO_SCORE } from '@leadlight/domain/scoring'
import { MADE_BY_PEOPLE, type StoredEvidence } from './match-store.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'lead_correction.former': JSONColumnType<FormerMatch> | null
  }
}

/** A removed match, and its signal's position among the lead's. */
interface FormerMatch {
  score: number
  base: number | null
  reason: string
  evidence: StoredEvidence[]
  /** Absent in those removed before it was kept. */
  conditions?: StoredCondition[]
  model: string
  /** Absent in those removed before it was kept. */
  stance?: Stance | null
  matched_at: string
  place: number
}

/** Who corrects which lead, and when; the caller has locked the lead and the project's signals. */
export interface Correcting {
  organizationId: string
  leadId: string
  userId: string
  now: Date
}

export const ADDED_BY_HAND = {
  /** A match added by a person is certain; of watched names it has no score, as all theirs. */
  score: 100,
  /** Names nobody: the correction holds who it was, shown only while they are in the organization. */
  reason: 'Added by somebody of the team',
} as const

/** Removes matches and marks them as refused; a judge's match is saved with the mark. */
export async function refuseMatches(
  tx: Tx,
  { organizationId, leadId, userId, now }: Correcting,
  signalIds: readonly string[],
): Promise<void> {
  await sql`
    with gone as (
      delete from lead_match
      where organization_id = ${organizationId} and lead_id = ${leadId} and intent_signal_id = any(${signalIds}::uuid[])
      returning *
    )
    insert into lead_correction (organization_id, lead_id, intent_signal_id, is_match, former, account_id, corrected_at)
    select ${organizationId}::uuid, gone.lead_id, gone.intent_signal_id, false,
      case when gone.model <> ${MADE_BY_PEOPLE} then jsonb_build_object(
        'score', gone.score, 'base', gone.base, 'reason', gone.reason, 'evidence', gone.evidence,
        'conditions', gone.conditions, 'model', gone.model, 'stance', gone.stance, 'matched_at', gone.matched_at) end,
      ${userId}::uuid, ${now}::timestamptz
    from gone
    on conflict (lead_id, intent_signal_id) do update set
      is_match = false, former = excluded.former, account_id = excluded.account_id, corrected_at = excluded.corrected_at
  `.execute(tx)
}

/** Restores refused matches as they were and removes the marks. Returns their signals. */
export async function restoreMatches(
  tx: Tx,
  { organizationId, leadId }: Correcting,
  signalIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ signalId: string }>`
    with back as (
      delete from lead_correction
      where organization_id = ${organizationId} and lead_id = ${leadId} and former is not null
        and intent_signal_id = any(${signalIds}::uuid[])
      returning intent_signal_id, former
    ), restored as (
      insert into lead_match
        (organization_id, lead_id, intent_signal_id, score, base, reason, evidence, conditions, model, stance, matched_at)
      select ${organizationId}::uuid, ${leadId}::uuid, intent_signal_id, (former->>'score')::smallint,
        (former->>'base')::double precision, former->>'reason', former->'evidence',
        coalesce(former->'conditions', '[]'), former->>'model', former->>'stance', (former->>'matched_at')::timestamptz
      from back
    )
    select intent_signal_id as "signalId" from back`.execute(tx)
  return rows.map(({ signalId }) => signalId)
}

/** Adds matches on somebody's word, or puts their word behind those that are there. */
export async function addMatches(
  tx: Tx,
  { organizationId, leadId, userId, now }: Correcting,
  signalIds: readonly string[],
): Promise<void> {
  if (signalIds.length === 0) return
  await sql`
    insert into lead_match (organization_id, lead_id, intent_signal_id, score, reason, evidence, model, matched_at)
    select ${organizationId}::uuid, ${leadId}::uuid, said.id,
      case signal.kind when 'name' then ${NO_SCORE} else ${ADDED_BY_HAND.score} end::smallint, ${ADDED_BY_HAND.reason}, '[]',
      ${MADE_BY_PEOPLE}, ${now}::timestamptz
    from unnest(${signalIds}::uuid[]) as said (id)
      left join intent_signal_view signal on signal.organization_id = ${organizationId} and signal.id = said.id
    on conflict (lead_id, intent_signal_id) do nothing`.execute(tx)
  await sql`
    insert into lead_correction (organization_id, lead_id, intent_signal_id, is_match, account_id, corrected_at)
    select ${organizationId}::uuid, ${leadId}::uuid, id, true, ${userId}::uuid, ${now}::timestamptz
    from unnest(${signalIds}::uuid[]) as said (id)
    on conflict (lead_id, intent_signal_id) do update set
      is_match = true, former = null, account_id = excluded.account_id, corrected_at = excluded.corrected_at`.execute(
    tx,
  )
}

/** Deletes a match that was added on somebody's word, and that word: what is judged later decides again. */
export async function deleteAdded(
  tx: Tx,
  { organizationId, leadId }: Pick<Correcting, 'organizationId' | 'leadId'>,
  signalId: string,
): Promise<void> {
  await sql`
    with gone as (
      delete from lead_match
      where organization_id = ${organizationId} and lead_id = ${leadId} and intent_signal_id = ${signalId}
    )
    delete from lead_correction
    where organization_id = ${organizationId} and lead_id = ${leadId} and intent_signal_id = ${signalId}
      and is_match`.execute(tx)
}

/** The leads whose match with the signal somebody has corrected, which no verdict changes. */
export async function selectCorrected(
  tx: Tx,
  { organizationId, signalId }: OfSignal,
  leadIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ lead_id: string }>`
    select lead_id from lead_correction
    where organization_id = ${organizationId} and intent_signal_id = ${signalId}
      and lead_id = any(${leadIds}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.lead_id))
}
