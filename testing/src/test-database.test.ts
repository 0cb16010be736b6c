import { openDatabase } from '@leadlight/server/platform/database'
import { expect, inject, test } from 'vitest'
import { asSuperuser } from './test-database-setup.ts'
import { createTestDatabase, removeTestDatabase } from './test-database.ts'

test('a database that is removed once it is closed is gone', async () => {
  const origin = inject('databaseOrigin')
  const where = await createTestDatabase()
  const { databaseUrl = '' } = where
  const name = new URL(databaseUrl).pathname.slice(1)
  const database = await openDatabase(where)
  await database.close()
  await removeTestDatabase(where)
  if (origin.kind === 'embedded') throw new Error('This is about PostgreSQL.')
  await expect(asSuperuser(origin.socketDir, `alter database ${name} connection limit 5`)).rejects.toThrow(
    'does not exist',
  )
})
