// npm test: every check there is. Installs what is missing: packages, a PostgreSQL, a PgBouncer and a browser where none is found.
import { ensureInstalled, findNode, root } from './install.mjs'
import { ensurePooler } from './pooler.mjs'

ensureInstalled()
ensurePooler()
const { join } = await import('node:path')
const { keepTemporaryFilesInMemory } = await import('./memory-folder.mjs')
const { CHECKS, runLanes, runSteps, vitest } = await import('./steps.mjs')
keepTemporaryFilesInMemory()
await runSteps([...CHECKS, ['rules and contract', vitest('--project', 'domain')]])
await runLanes([
  [
    ['server, embedded database', vitest('--project', 'server')],
    ['server, PostgreSQL', vitest('--project', 'server-postgres')],
  ],
  [
    ['web', vitest('--project', 'web')],
    ['browser', [findNode(), join(root, 'scripts/e2e.mjs')]],
  ],
])
