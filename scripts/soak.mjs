// npm run soak: long seeded runs of what npm test keeps samples of. Hours, not minutes.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { runSteps, vitest } = await import('./steps.mjs')
await runSteps([['soak', vitest('--project', 'soak-postgres', ...process.argv.slice(2))]])
