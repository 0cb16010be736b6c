import type { Usage } from '@leadlight/contract/billing'
import { toCredits } from '@leadlight/domain/credits'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { nameProjects } from '../projects/name-projects.ts'
import { nameSignals } from '../signals/name-signals.ts'
import { sumSpent, type Spent } from './entry-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What the actor's organization spent in the last `days` days, today included. */
export function getUsage({ db, clock }: { db: Db; clock: Clock }, actor: Actor, days: number): Promise<Usage> {
  requirePermission(actor, 'billing.manage')
  const { organizationId } = actor
  const now = clock.now()
  const since = new Date(startOfDay(now).getTime() - (days - 1) * DAY_MS)
  return db.transaction(organizationScope(organizationId), (tx) => describeUsage(tx, organizationId, since, now))
}

/** What was spent from the beginning of that day until now. */
export async function describeUsage(tx: Tx, organizationId: string, since: Date, now: Date): Promise<Usage> {
  const spent = await sumSpent(tx, organizationId, since)
  const byProject = sumBy(spent, ({ projectId }) => projectId)
  const bySignal = sumBy(spent, ({ signalId }) => signalId)
  const projects = await nameProjects(tx, organizationId, knownIds(byProject))
  const signals = await nameSignals(tx, organizationId, knownIds(bySignal))
  const byDay = new Map(sumBy(spent, ({ day }) => day))
  return {
    total: toCredits(spent.reduce((sum, { credits }) => sum + credits, 0)),
    by_day: daysFrom(since, now).map((day) => ({ day, credits: toCredits(byDay.get(day) ?? 0) })),
    by_project: byProject.map(([id, credits]) => share(id, credits, projects)),
    by_signal: bySignal.map(([id, credits]) => share(id, credits, signals)),
    by_kind: sumBy(spent, ({ work }) => work).map(([kind, credits]) => ({ kind, credits: toCredits(credits) })),
  }
}

/** The sums, largest first. */
function sumBy<Key>(spent: readonly Spent[], keyOf: (one: Spent) => Key): [Key, number][] {
  const sums = new Map<Key, number>()
  for (const one of spent) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + one.credits)
  return [...sums].toSorted(([, a], [, b]) => b - a)
}

function knownIds(sums: readonly [string | null, number][]): string[] {
  return sums.map(([id]) => id).filter((id) => id !== null)
}

function share(id: string | null, credits: number, names: ReadonlyMap<string, string>) {
  return { id, name: id === null ? null : (names.get(id) ?? null), credits: toCredits(credits) }
}

function daysFrom(since: Date, now: Date): string[] {
  const count = Math.floor((startOfDay(now).getTime() - startOfDay(since).getTime()) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => dayOf(new Date(since.getTime() + index * DAY_MS)))
}

function startOfDay(instant: Date): Date {
  return new Date(`${dayOf(instant)}T00:00:00Z`)
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
