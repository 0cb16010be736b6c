import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** What went wrong between us and the database, as far as an operator would act differently. */
export const DATABASE_ERRORS = ['away', 'timeout', 'conflict', 'constraint', 'storage', 'other'] as const
export type DatabaseError = (typeof DATABASE_ERRORS)[number]

/** Told what happens on the way to the database. */
export interface DatabaseWatch {
  /** A caller waited so long for a connection, whether it got one or not. */
  onWaited(seconds: number): void
  /** An attempt failed; it may be tried again, or be expected by whoever made it. */
  onFailed(kind: DatabaseError): void
}

/** Counts waits and errors. Each kind of error is there from the start, so that its first one is seen as a rise. */
export function createDatabaseMetrics(registry: Registry): DatabaseWatch {
  const waits = new Histogram({
    name: 'leadlight_database_wait_seconds',
    help: 'How long work waited for a connection to the database.',
    buckets: [0.001, 0.01, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'leadlight_database_errors_total',
    help: 'Failed attempts on the database, by kind; conflicts are tried again, and constraints are mostly expected.',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of DATABASE_ERRORS) errors.inc({ kind }, 0)
  return { onWaited: (seconds) => waits.observe(seconds), onFailed: (kind) => errors.inc({ kind }) }
}

/** Shows how the pool's connections are used at the moment of each scrape. */
export function showPool(registry: Registry, pool: Pool): void {
  const show = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames,
        registers: [],
        collect() {
          collect(this)
        },
      }),
    )
  const used = 'Connections of this process to the database, by whether they are in use.'
  show('leadlight_database_connections', used, ['state'], (gauge) => {
    gauge.set({ state: 'used' }, pool.totalCount - pool.idleCount)
    gauge.set({ state: 'idle' }, pool.idleCount)
  })
  const max = 'The most connections that requests and jobs of this process may have.'
  show('leadlight_database_connections_max', max, [], (gauge) => gauge.set(pool.options.max))
  const waiting = 'How many in this process wait for a connection to the database.'
  show('leadlight_database_waiting', waiting, [], (gauge) => gauge.set(pool.waitingCount))
}
