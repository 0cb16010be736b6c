import type { OfSignal } from '../../core/signals/signals.ts'
import { weekOf } from '@leadlight/domain/audits'
import type { Suppression } from '../../core/suppression/suppression.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { organizationScope, schedulerScope } from '../../platform/scopes.ts'
import { findSignal } from '../../core/signals/signals.ts'
import {
  countFound,
  drawPassedOver,
  findAuditedUntil,
  findLastWeek,
  insertAudit,
  selectUndrawn,
} from './audit-store.ts'

const SIGNALS_AT_ONCE = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

interface DrawDependencies {
  db: Db
  clock: Clock
  suppression: Suppression
}

/**
 * Draws a weekly sample of passed-over posts for each signal that has any. The next run finishes what one leaves
 * undone.
 */
export async function drawAudits(deps: DrawDependencies, signal: AbortSignal): Promise<void> {
  const week = weekOf(deps.clock.now())
  const undrawn: OfSignal[] = []
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const from: string = after
    const page = { week, after: from, limit: SIGNALS_AT_ONCE }
    const due = await deps.db.transaction(schedulerScope(), (tx) => selectUndrawn(tx, page))
    undrawn.push(...due)
    after = due.length < SIGNALS_AT_ONCE ? undefined : due.at(-1)?.signalId
  }
  await oneByOne(undrawn, (of) => drawAudit(deps, of), signal)
}

/** Draws the sample of one signal, with its row locked, so that nothing is judged or drawn for it meanwhile. */
export async function drawAudit({ db, clock, suppression }: DrawDependencies, of: OfSignal): Promise<void> {
  const week = weekOf(clock.now())
  await db.transaction(organizationScope(of.organizationId), async (tx) => {
    const signal = await findSignal(tx, of)
    if (!signal) return
    const time = { since: await findAuditedUntil(tx, of), until: clock.now() }
    if ((await findLastWeek(tx, of)) === week) return
    const posts = await drawPassedOver(tx, suppression, of, { ...time, week })
    if (posts.length === 0) return
    const found = await countFound(tx, of, time)
    await insertAudit(tx, { ...of, projectId: signal.projectId }, { week, until: time.until, found, posts })
  })
}
