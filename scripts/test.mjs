// npm test: every check. Installs what is missing: packages, a PostgreSQL, a PgBouncer and a browser.
import { ensureInstalled } from './install.mjs'
import { ensurePooler } from './pooler.mjs'

ensureInstalled()
ensurePooler()
const { keepTemporaryFilesInMemory } = await import('./memory-folder.mjs')
const { runLanes, TESTS } = await import('./steps.mjs')
keepTemporaryFilesInMemory()
await runLanes(TESTS)
