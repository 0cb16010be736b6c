import { afterAll } from 'vitest'
import { removeTestDatabases } from './test-database.ts'

// Begun first, so it ends last: after whatever the file itself closes.
afterAll(removeTestDatabases)
