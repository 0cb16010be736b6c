import type { KyselyPlugin } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { systemClock } from './platform/clock.ts'
import { silentLog } from './platform/log.ts'
import { organizationScope } from './platform/scopes.ts'
import { createDb } from './platform/transactions.ts'
import { findProject } from './core/projects/project-store.ts'
import type { CallerName } from '@leadlight/testing/matrix/callers'
import { describeMatrix } from '@leadlight/testing/matrix/describe-matrix'
import { cellsOf, openMatrix, type Cell } from '@leadlight/testing/matrix/matrix'
import type { Recipe } from '@leadlight/testing/matrix/recipe'
import { openStage } from '@leadlight/testing/matrix/site'
import { createTenantStripper } from '@leadlight/testing/matrix/strip-tenants'

/** A statement's comparison with the tenant, however it is written. */
const COMPARISON = /\borganization_id"?\s*(=|<>|in\b|is\b|any\b)/i
/** Assigns a tenant, which is no comparison. */
const ASSIGNMENT = /\bset "organization_id" = /i
/** The installation's own tables, of which a tenant sees the rows its projects listen to. */
const SHARED = ['watch', 'watch_draw', 'watch_gap', 'watch_look']
/**
 * Tables that requests at most insert into, and tables that only jobs read; the lessons of a large model need one. Who is
 * suppressed is asked for several organizations at once, by a join.
 */
const NOT_COMPARED = [
  'monitoring_change',
  'people_to_find',
  'post_lead',
  'signal_teaching',
  'slack_revocation',
  'slack_status_entry',
  'stale_listening',
  'suppressed_author',
  'watch_post',
  ...SHARED,
]

const CALLERS_OF_TENANTS: readonly CallerName[] = ['grantedGuest', 'admin', 'superAdmin']

const stripper = createTenantStripper()
const stage = await openStage({ plugins: [stripper.plugin] })
afterAll(() => stage.close())
const { app } = stage
const sent = seeStatements(app.database.pool)
const matrix = await openMatrix(stage)

/** Collects every statement that the pool's connections send. */
function seeStatements(pool: Pool): ReadonlySet<string> {
  const statements = new Set<string>()
  const seen = new WeakSet<object>()
  pool.on('acquire', (client) => {
    if (seen.has(client)) return
    seen.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      if (typeof args[0] === 'string') statements.add(args[0])
      return send(...args)
    }) as typeof client.query
  })
  return statements
}

/**
 * The cells that need the comparison: every permitted caller, with rows of their own, of another organization, and that
 * never existed. The last two must get the same answer.
 */
function cellsOfTenants(recipe: Recipe): Cell[] {
  return cellsOf(recipe).filter(
    ({ caller, stranger }) => CALLERS_OF_TENANTS.includes(caller) && stranger !== 'elsewhere',
  )
}

describe('with every statement’s own tenant comparison removed', () => {
  describeMatrix(matrix, cellsOfTenants)

  test('comparisons were removed for every tenant’s table', async () => {
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relrowsecurity and relkind = 'r' order by 1`,
    )
    const compared = rows.map(({ name }) => name).filter((name) => stripper.stripped.has(name))
    expect(compared.toSorted()).toEqual(rows.map(({ name }) => name).filter((name) => !NOT_COMPARED.includes(name)))
  })

  test('no statement that the app sent has one left', () => {
    const compares = (text: string) =>
      COMPARISON.test(text.replace(ASSIGNMENT, 'set tenant ')) && !text.startsWith('declare dump_rows')
    const left = [...sent].filter(compares)
    expect(sent.size).toBeGreaterThan(100)
    expect(left).toEqual([])
  })
})

describe('a project of another organization', () => {
  let superuser: Pool
  beforeAll(async () => {
    superuser = await openAsSuperuser()
  })
  afterAll(async () => {
    if (superuser !== app.database.pool) await superuser.end()
  })

  async function openAsSuperuser(): Promise<Pool> {
    const origin = inject('databaseOrigin')
    if (origin.kind === 'embedded') return app.database.pool
    const { rows } = await app.database.pool.query<{ name: string }>('select current_database() as name')
    return new Pool({ host: origin.socketDir, user: 'postgres', database: rows[0]!.name, max: 1 })
  }

  const find = async (pool: Pool, isFenced: boolean, plugins: KyselyPlugin[]) => {
    const actsAsTenant = () => isFenced && app.database.kind === 'embedded'
    const db = createDb({ pool, log: silentLog, clock: systemClock, actsAsTenant, plugins })
    const { organizationId } = matrix.site
    return db.transaction(organizationScope(organizationId), (tx) =>
      findProject(tx, organizationId, matrix.foreignSite.projectId),
    )
  }

  test('is protected by the query and by the policy, each on its own, and by nothing else', async () => {
    const { pool } = app.database
    expect(await find(pool, true, [])).toBeUndefined()
    expect(await find(pool, true, [stripper.plugin])).toBeUndefined()
    expect(await find(superuser, false, [])).toBeUndefined()
    expect(await find(superuser, false, [stripper.plugin])).toMatchObject({ id: matrix.foreignSite.projectId })
  })
})
