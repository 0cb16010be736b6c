import { readFileSync, readdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Db, Tables } from '../platform/db.ts'

const migrations = new URL('../../migrations/', import.meta.url)

export async function startTestDatabase() {
  const pglite = await PGlite.create()
  await pglite.exec(`
    create function app_organization_id() returns uuid language sql stable as $$ select nullif(current_setting('app.organization_id', true), '')::uuid $$;
    create function app_user_id() returns uuid language sql stable as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
    create function app_scope() returns text language sql stable as $$ select coalesce(current_setting('app.scope', true), '') $$;
    create role leadlight_tenant nologin;`)
  for (const file of readdirSync(migrations).toSorted()) {
    await pglite.exec(readFileSync(new URL(file, migrations), 'utf8'))
  }
  await pglite.exec(
    'grant select, insert, update, delete on all tables in schema public to leadlight_tenant; grant usage on all sequences in schema public to leadlight_tenant',
  )
  const kysely = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  const db: Db = {
    transaction: (scope, work) =>
      kysely.transaction().execute(async (tx) => {
        await sql`set local role leadlight_tenant`.execute(tx)
        for (const [name, value] of Object.entries(scope.settings))
          await sql`select set_config(${name}, ${value}, true)`.execute(tx)
        return work(tx)
      }),
  }
  return { db, checkReady: () => Promise.resolve(), close: () => pglite.close() }
}
