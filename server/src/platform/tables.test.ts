import { expect, test } from 'vitest'
import { describeTables } from '../testing/describe-tables.ts'
import { openTestDatabase } from '../testing/test-database.ts'

const { pool } = await openTestDatabase()

test('tables.ts matches the migrated schema', async () => {
  await expect(await describeTables(pool)).toMatchFileSnapshot('./tables.ts')
})
