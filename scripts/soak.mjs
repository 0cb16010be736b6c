// npm run soak: long seeded runs of what npm test keeps samples of, and suites behind a pooler. Hours, not minutes.
import { ensureInstalled } from './install.mjs'
import { ensurePooler } from './pooler.mjs'

ensureInstalled()
ensurePooler()
const { runSteps, vitest } = await import('./steps.mjs')
await runSteps([
  ['soak', vitest('--project', 'soak-postgres', '--project', 'pooled-postgres', ...process.argv.slice(2))],
])
