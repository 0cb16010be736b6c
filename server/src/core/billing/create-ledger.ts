import { toCredits, toMillicredits } from '@leadlight/domain/credits'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { NewId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { notifyAdmins } from './credit-notices.ts'
import type { LedgerDependencies } from './ledger.ts'

interface Parts {
  config: Config
  clock: Clock
  newId: NewId
  /** Without jobs, as on the operator's command line, nobody is told of crossed marks. */
  jobs?: Jobs
  /** Counts what is spent; nobody watches the operator’s command line. */
  metrics?: Pick<Metrics, 'countCredits'>
}

/** The ledger as configured: an included plan that fills up each month, or a trial and plans to buy. */
export function createLedger({ config, clock, newId, jobs, metrics }: Parts): LedgerDependencies {
  const { kind, monthlyCredits, trialCredits } = config.billing
  const isIncluded = kind === 'included'
  return {
    clock,
    newId,
    monthlyMillicredits: isIncluded ? toMillicredits(monthlyCredits) : 0,
    trialMillicredits: isIncluded ? undefined : toMillicredits(trialCredits),
    onCrossing: jobs && ((tx, crossing) => notifyAdmins(tx, jobs, crossing)),
    onMoved: metrics && (({ kind, amount }) => metrics.countCredits(kind, toCredits(Math.abs(amount)))),
  }
}
