// npm test: every check there is. Installs what is missing: packages, a PostgreSQL and a browser where none is found.
import { ensureInstalled, findNode, root } from './install.mjs'

ensureInstalled()
const { join } = await import('node:path')
const { CHECKS, runSteps, vitest } = await import('./steps.mjs')
runSteps([
  ...CHECKS,
  ['rules and contract', vitest('--project', 'domain')],
  ['web', vitest('--project', 'web')],
  ['server, embedded database', vitest('--project', 'server')],
  ['server, PostgreSQL', vitest('--project', 'server-postgres')],
  ['browser', [findNode(), join(root, 'scripts/e2e.mjs')]],
])
