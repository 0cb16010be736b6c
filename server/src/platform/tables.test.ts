import { expect, test } from 'vitest'
import { describeTables } from '../testing/describe-tables.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const { pool } = await openTestDatabase()

test('tables.ts has what the migrated schema has', async () => {
  await expect(await describeTables(pool)).toMatchFileSnapshot('./tables.ts')
})
