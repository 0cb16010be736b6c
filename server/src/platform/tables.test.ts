import { expect, test } from 'vitest'
import { describeTables } from '@leadlight/testing/describe-tables'
import { openTestDatabase } from '@leadlight/testing/test-database'

const { pool } = await openTestDatabase()

test('tables.ts matches the migrated schema', async () => {
  await expect(await describeTables(pool)).toMatchFileSnapshot('./tables.ts')
})
