import { NAME_LEADS_PER_DAY_MAX } from '@leadlight/domain/watched-names/limits'
import type { Tx } from '../../platform/db.ts'
import { countKeptSince } from '../judgements/judgements.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The verdicts by names that still fit into the signal's day: beyond its most leads, posts that would be kept are left
 * out as if nobody had compared them, so that a later search can. The caller holds the signal's lock.
 */
export async function withinTheDay<Verdict extends { keep: boolean }>(
  tx: Tx,
  { organizationId, signalId }: { organizationId: string; signalId: string },
  verdicts: readonly Verdict[],
  now: Date,
): Promise<Verdict[]> {
  const since = new Date(now.getTime() - DAY_MS)
  const kept = await countKeptSince(tx, organizationId, { signalIds: [signalId], since })
  let room = NAME_LEADS_PER_DAY_MAX - (kept.get(signalId) ?? 0)
  return verdicts.filter(({ keep }) => !keep || room-- > 0)
}

/** Of these signals, which watch names, those whose day is full. */
export async function selectFullNames(
  tx: Tx,
  organizationId: string,
  { signalIds, now }: { signalIds: readonly string[]; now: Date },
): Promise<ReadonlySet<string>> {
  const since = new Date(now.getTime() - DAY_MS)
  const kept = await countKeptSince(tx, organizationId, { signalIds, since })
  return new Set([...kept].flatMap(([id, count]) => (count >= NAME_LEADS_PER_DAY_MAX ? [id] : [])))
}

/** What is said where a full name is shown. */
export const FULL_DAY = `More than ${NAME_LEADS_PER_DAY_MAX} posts a day have these names. The rest are left out until the day is over: narrow the names with AND or NOT.`
