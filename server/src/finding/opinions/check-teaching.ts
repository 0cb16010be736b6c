import { weekOf } from '@leadlight/domain/audits'
import { hasDrifted } from '@leadlight/domain/teaching'
import { findSignal, type OfSignal } from '../../core/signals/signals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { oneByOne } from '../../platform/one-by-one.ts'
import { organizationScope, schedulerScope } from '../../platform/scopes.ts'
import { announceTeaching } from './announce-teaching.ts'
import { enqueueAskAgain } from './ask-again-job.ts'
import type { Reader } from './create-reader.ts'
import { drawCheck, findTaught, releaseTaught, selectChecks, selectUnchecked, type OfTeaching } from './kept-lessons.ts'

const WEEK_MS = 7 * 86_400_000
const SIGNALS_AT_ONCE = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

interface CheckDependencies {
  db: Db
  jobs: Jobs
  clock: Clock
  reader: Reader | undefined
}

/**
 * Once a week has the large model asked about a few posts of each signal that were decided without it. They are read and
 * paid for like any opinion that comes later, within the budget they were found by.
 */
export async function drawChecks(deps: CheckDependencies, signal: AbortSignal): Promise<void> {
  const { reader } = deps
  if (!reader) return
  const before = new Date(deps.clock.now().getTime() - WEEK_MS)
  const due: OfSignal[] = []
  for (let after: string | undefined = FIRST; after !== undefined;) {
    const from: string = after
    const page = await deps.db.transaction(schedulerScope(), (tx) =>
      selectUnchecked(tx, { before, after: from, limit: SIGNALS_AT_ONCE }),
    )
    due.push(...page)
    after = page.length < SIGNALS_AT_ONCE ? undefined : page.at(-1)?.signalId
  }
  await oneByOne(due, (of) => drawOne(deps, { ...of, model: reader.model, before }), signal)
}

async function drawOne(
  deps: CheckDependencies,
  { before, ...asked }: OfSignal & { model: string; before: Date },
): Promise<void> {
  await deps.db.transaction(organizationScope(asked.organizationId), async (tx) => {
    const signal = await findSignal(tx, asked)
    if (!signal) return
    const of = { ...asked, revision: signal.revision }
    const taught = await findTaught(tx, of)
    if (!taught?.head) return
    const since = taught.checkedAt ?? taught.taughtAt
    if (since > before) return
    const now = deps.clock.now()
    if (await drawCheck(tx, of, { since, now, week: weekOf(now) })) {
      await enqueueAskAgain(tx, deps, of.organizationId, now)
    }
  })
}

/**
 * Compares what was taught with what the model says now, once a check's posts are all read or given up. Where they have
 * come to disagree the model is asked again, and teaching begins with that check. The caller holds the signal's lock.
 */
export async function settleCheck(tx: Tx, { clock }: { clock: Clock }, of: OfTeaching): Promise<void> {
  const taught = await findTaught(tx, of)
  if (!taught?.head) return
  const checks = await selectChecks(tx, of, taught.taughtAt)
  const [last] = checks
  if (!last || last.waiting > 0 || !hasDrifted(taught, checks)) return
  await releaseTaught(tx, of, last.drawnAt)
  const signal = await findSignal(tx, of)
  if (signal) await announceTeaching(tx, signal, clock.now())
}
