import type { ProjectIds } from '../../platform/actor.ts'
import type { CreditInsights } from '@leadlight/contract/insights'
import { toCredits, type Millicredits } from '@leadlight/domain/credits'
import type { WorkKind } from '@leadlight/domain/ledger'
import { measureSpending } from '../../core/billing/measure-spending.ts'
import type { Tx } from '../../platform/db.ts'
import { nameSignals } from '../../core/signals/name-signals.ts'
import { countFound } from './found-store.ts'
import type { Period } from './period.ts'

/** The work that finds leads; drafts and smart columns come after it. */
const FINDING: ReadonlySet<WorkKind | null> = new Set<WorkKind>(['search', 'monitoring'])

/** What the project spent in that time, and the cost of finding per lead kept, without those that names alone found for nothing. */
export async function readCreditInsights(
  tx: Tx,
  ids: ProjectIds,
  { from, to }: Pick<Period, 'from' | 'to'>,
): Promise<CreditInsights> {
  const { organizationId, projectId } = ids
  const spent = await measureSpending(tx, organizationId, { projectId, from, to })
  const leads = await countFound(tx, ids, { from, to })
  const byWork = sumBy(spent, ({ work }) => work)
  const spentOnFinding = spent.filter(({ work }) => FINDING.has(work))
  const finding = total(spentOnFinding)
  const bySignal = sumBy(spentOnFinding, ({ signalId }) => signalId)
  const signalIds = [...new Set([...leads.keys(), ...bySignal.keys()])].filter((id) => id !== null)
  const texts = await nameSignals(tx, organizationId, signalIds)
  const { scored, ...all } = leads.get(null) ?? NONE
  return {
    total: toCredits(total(spent)),
    by_work: [...byWork].map(([work, credits]) => ({ work, credits: toCredits(credits) })),
    finding: toCredits(finding),
    ...all,
    per_kept_lead: perLead(finding, scored),
    by_signal: signalIds
      .map((id) => ({ id, text: texts.get(id) ?? null, credits: bySignal.get(id) ?? 0, ...(leads.get(id) ?? NONE) }))
      .toSorted((a, b) => b.credits - a.credits || b.kept - a.kept || (a.id < b.id ? -1 : 1))
      .map(({ credits, scored: ownScored, ...signal }) => {
        return { ...signal, finding: toCredits(credits), per_kept_lead: perLead(credits, ownScored) }
      }),
  }
}

const NONE = { found: 0, kept: 0, scored: 0 }

/** To the thousandth of a credit, as shown elsewhere. */
function perLead(credits: Millicredits, kept: number): number | null {
  return kept === 0 ? null : Math.round(credits / kept) / 1000
}

interface Spent {
  credits: Millicredits
}

function total(spent: readonly Spent[]): Millicredits {
  return spent.reduce((sum, { credits }) => sum + credits, 0)
}

/** Largest sum first. */
function sumBy<Row extends Spent, Key>(spent: readonly Row[], keyOf: (one: Row) => Key): Map<Key, Millicredits> {
  const sums = new Map<Key, Millicredits>()
  for (const one of spent) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.credits)
  return new Map([...sums].toSorted(([, a], [, b]) => b - a))
}
