// npm test: every check there is. Installs what is missing: packages, a PostgreSQL, a PgBouncer and a browser where none is found.
import { ensureInstalled } from './install.mjs'
import { ensurePooler } from './pooler.mjs'

ensureInstalled()
ensurePooler()
const { keepTemporaryFilesInMemory } = await import('./memory-folder.mjs')
const { runLanes, TESTS } = await import('./steps.mjs')
keepTemporaryFilesInMemory()
await runLanes(TESTS)
