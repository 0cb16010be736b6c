// npm test: every check. Installs what is missing: packages, a PostgreSQL, a PgBouncer, a Prometheus and a browser.
import { ensureInstalled } from './install.mjs'
import { ensureServices } from './services.mjs'

ensureInstalled()
ensureServices()
const { keepTemporaryFilesInMemory } = await import('./memory-folder.mjs')
const { runLanes, TESTS } = await import('./steps.mjs')
keepTemporaryFilesInMemory()
await runLanes(TESTS)
