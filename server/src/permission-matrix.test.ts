import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { organizationScope } from './platform/scopes.ts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { idPositionsOf } from '@leadlight/testing/matrix/contract-ids'
import { countCells, describeMatrix } from '@leadlight/testing/matrix/describe-matrix'
import { openMatrix } from '@leadlight/testing/matrix/matrix'
import { recipesOf } from '@leadlight/testing/matrix/recipes'
import { openStage } from '@leadlight/testing/matrix/site'

const stage = await openStage()
afterAll(() => stage.close())
const matrix = await openMatrix(stage)

describeMatrix(matrix)

test.each(stage.app.app.endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'every place where %s takes an id is in the matrix',
  (_, endpoint) => {
    const places = new Set(recipesOf(endpoint).flatMap((recipe) => Object.keys(recipe.positions ?? {})))
    expect(idPositionsOf(endpoint).filter((place) => !places.has(place))).toEqual([])
  },
)

test('the matrix has its expected size', () => {
  expect(countCells(matrix)).toBeGreaterThan(15_000)
})

test('a read view returns no row that its table would not, and none of another organization', async () => {
  const { app } = stage
  const ask = await openUnfenced(app.database)
  const views = await ask<{ name: string; isInvokers: boolean; isTenants: boolean }>(`
    select c.relname as name, coalesce('security_invoker=true' = any(c.reloptions), false) as "isInvokers",
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as "isTenants"
    from pg_class c where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace order by 1`)
  expect(views.filter(({ isInvokers }) => !isInvokers)).toEqual([])
  const { organizationId } = matrix.site
  const hidden: string[] = []
  for (const { name, isTenants } of views) {
    const [view, table] = [sql.table(name), sql.table(name.replace(/_view$/, ''))]
    const others = isTenants ? sql`organization_id <> ${organizationId}` : sql`false`
    const { rows } = await app.db.transaction(organizationScope(organizationId), (tx) =>
      sql<{ isAlike: boolean; others: number }>`
        select (select count(*) from ${view}) = (select count(*) from ${table}) as "isAlike",
          (select count(*)::integer from ${view} where ${others}) as others`.execute(tx),
    )
    expect({ name, ...rows[0] }).toEqual({ name, isAlike: true, others: 0 })
    const [all] = isTenants
      ? await ask(`select from ${name} where organization_id <> $1 limit 1`, [organizationId])
      : []
    if (all) hidden.push(name)
  }
  expect(hidden.length).toBeGreaterThan(15)
})
