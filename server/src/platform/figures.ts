import { Gauge, type Registry } from 'prom-client'
import type { RawBuilder } from 'kysely'
import { slept, type Clock } from './clock.ts'
import type { Db, Scope } from './db.ts'
import { isOverLimit, limitStatements } from './limit-statements.ts'
import type { Log } from './log.ts'
import { pipelineStatements } from './pipeline-statements.ts'

/** Several watchers may ask at about the same time, and one of them often. */
const KEPT_MS = 5_000
/** A database in trouble is not to be watched into more of it, nor one that does one thing at a time held up. */
const KEPT_LONG_MS = 60_000
/** Prometheus waits ten seconds for the whole answer. */
const LIMIT_MS = 2_500
const STATEMENT_MS = 2_000
/** A slow database is no reason to show nothing. */
const STALE_MS = 180_000

/** A number that the installation stands at, and the few words that tell it from others of its name. */
export interface Figure {
  name: string
  labels?: Record<string, string>
  value: number
}

/** What one short statement reads of the installation for `/metrics`. */
export interface Figures {
  /** Names them in `leadlight_figures_read`. */
  of: string
  /** What each figure says, with its labels, whose values no tenant can choose. */
  gauges: Readonly<Record<string, { help: string; labels?: readonly string[] }>>
  read: () => Promise<Figure[]>
}

interface Options {
  registry: Registry
  figures: readonly Figures[]
  clock: Clock
  log: Log
  /** Whether a statement that reads them holds up everybody else, as in the embedded database. */
  areCostly: boolean
}

/**
 * Keeps the installation's figures for whoever scrapes. Calling it reads them, unless they were read seconds ago (a minute
 * if that is costly or failed), one
 * after another, and takes 2.5 seconds at most; those not read by then stay what they were, for three minutes. It never rejects:
 * figures that could not be read are left out, and `leadlight_figures_read` says so.
 */
export function createFigureReader({ registry, figures, clock, log, areCostly }: Options): () => Promise<void> {
  const isRead = new Gauge({
    name: 'leadlight_figures_read',
    help: 'Whether figures of the installation could be read from the database: 1, or 0 where they are left out.',
    labelNames: ['of'],
    registers: [registry],
  })
  const gauges = new Map(figures.flatMap((group) => Object.entries(group.gauges).map(([name, gauge]) => [name, gaugeOf(registry, name, gauge)] as const))) // oxfmt-ignore
  let readAtMs = -Infinity
  let reading: Promise<void> | undefined
  const failing = new Set<Figures>()
  const readAtMsOf = new Map<Figures, number>()

  function empty(group: Figures): void {
    for (const gauge of Object.keys(group.gauges).map((name) => gauges.get(name))) {
      gauge?.reset()
      // Without labels a reset leaves 0, which would say that there is none.
      gauge?.remove({})
    }
    isRead.set({ of: group.of }, 0)
  }

  async function readOne(group: Figures): Promise<void> {
    try {
      const found = await group.read()
      empty(group)
      for (const { name, labels = {}, value } of found) gauges.get(name)?.set(labels, value)
      isRead.set({ of: group.of }, 1)
      readAtMsOf.set(group, clock.now().getTime())
      if (failing.delete(group)) log.info({ of: group.of }, 'Figures for watching are read again.')
    } catch (error) {
      empty(group)
      if (!failing.has(group)) log.warn({ err: error, of: group.of }, 'Figures for watching could not be read.')
      failing.add(group)
    }
  }

  async function readAll(): Promise<void> {
    // One at a time: watching must not take the connections that requests need.
    for (const group of figures) await readOne(group)
    readAtMs = clock.now().getTime()
    reading = undefined
  }

  return async () => {
    const keptMs = areCostly || failing.size > 0 ? KEPT_LONG_MS : KEPT_MS
    if (reading === undefined && clock.now().getTime() - readAtMs < keptMs) return
    reading ??= readAll()
    const answered = new AbortController()
    await Promise.race([reading, slept(clock, LIMIT_MS, answered.signal)])
    answered.abort()
    const staleMs = clock.now().getTime() - STALE_MS
    for (const group of figures) if ((readAtMsOf.get(group) ?? -Infinity) < staleMs) empty(group)
  }
}

/**
 * Runs one statement that PostgreSQL ends after two seconds; the embedded database ends none. One that is ended so rejects
 * with an error of our own, and counts as no error of the database: `leadlight_figures_read` says it.
 */
export async function readBriefly<Row>(db: Db, scope: Scope, statement: RawBuilder<Row>): Promise<Row[]> {
  return db.transaction(scope, async (tx) => {
    try {
      const [, { rows }] = await pipelineStatements([limitStatements(tx, STATEMENT_MS), statement.execute(tx)])
      return rows
    } catch (error) {
      if (!isOverLimit(error)) throw error
      throw new Error(`The statement was ended after ${STATEMENT_MS / 1000} seconds.`, { cause: error })
    }
  })
}

function gaugeOf(
  registry: Registry,
  name: string,
  { help, labels = [] }: { help: string; labels?: readonly string[] },
): Gauge {
  return new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
}
