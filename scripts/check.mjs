// npm run check: everything that needs neither a database nor a browser.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { CHECKS, runSteps } = await import('./steps.mjs')
await runSteps(CHECKS)
