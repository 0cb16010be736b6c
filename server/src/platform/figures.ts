import { Gauge, type Registry } from 'prom-client'
import { sql, type RawBuilder } from 'kysely'
import { slept, type Clock } from './clock.ts'
import type { Db, Scope } from './db.ts'
import type { Log } from './log.ts'
import { pipelineStatements } from './pipeline-statements.ts'

/** Several watchers may ask at about the same time, and one of them often. */
const KEPT_MS = 5_000
/** Prometheus waits ten seconds for the whole answer. */
const LIMIT_MS = 2_500
const STATEMENT_MS = 2_000

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
}

/**
 * Keeps the installation's figures for whoever scrapes. Calling it reads them, unless they were read seconds ago, one
 * after another, and takes 2.5 seconds at most. It never rejects: figures that could not be read are left out, and
 * `leadlight_figures_read` says so.
 */
export function createFigureReader({ registry, figures, clock, log }: Options): () => Promise<void> {
  const isRead = new Gauge({
    name: 'leadlight_figures_read',
    help: 'Whether figures of the installation could be read from the database: 1, or 0 where they are left out.',
    labelNames: ['of'],
    registers: [registry],
  })
  const gauges = new Map(figures.flatMap((group) => Object.entries(group.gauges).map(([name, gauge]) => [name, gaugeOf(registry, name, gauge)] as const))) // oxfmt-ignore
  let readAtMs = -Infinity
  let reading: Promise<void> | undefined
  const unread = new Set<Figures>()

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
      unread.delete(group)
    } catch (error) {
      log.warn({ err: error, of: group.of }, 'Figures for watching could not be read.')
    }
  }

  async function readAll(): Promise<void> {
    for (const group of figures) unread.add(group)
    // One at a time: watching must not take the connections that requests need.
    for (const group of figures) await readOne(group)
    readAtMs = clock.now().getTime()
    reading = undefined
  }

  return async () => {
    if (reading === undefined && clock.now().getTime() - readAtMs < KEPT_MS) return
    reading ??= readAll()
    const answered = new AbortController()
    await Promise.race([reading, slept(clock, LIMIT_MS, answered.signal)])
    answered.abort()
    for (const group of unread) empty(group)
  }
}

/** Runs one statement that ends by itself after two seconds, so that watching never burdens a database in trouble. */
export async function readBriefly<Row>(db: Db, scope: Scope, statement: RawBuilder<Row>): Promise<Row[]> {
  return db.transaction(scope, async (tx) => {
    const limited = sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`.execute(tx)
    const [, { rows }] = await pipelineStatements([limited, statement.execute(tx)])
    return rows
  })
}

function gaugeOf(
  registry: Registry,
  name: string,
  { help, labels = [] }: { help: string; labels?: readonly string[] },
): Gauge {
  return new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
}
