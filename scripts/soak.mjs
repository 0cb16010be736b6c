// npm run soak: long seeded runs of what npm test keeps samples of, and the suites again where npm test has them once. Hours, not minutes.
// `npm run soak -- embedded` runs every suite on the embedded database, `pooled` what people do most behind a pooler, `long` the long runs.
import { ensureInstalled } from './install.mjs'
import { ensurePooler } from './pooler.mjs'

const KINDS = ['embedded', 'pooled', 'long']
const [first, ...others] = process.argv.slice(2)
const isKind = KINDS.includes(first)

ensureInstalled()
ensurePooler()
const { runSteps, vitest } = await import('./steps.mjs')
await runSteps(
  (isKind ? [first] : KINDS).map((kind) => [
    `soak, ${kind}`,
    // A file that is asked for need not be of every kind.
    vitest('--project', `soak-${kind}`, '--passWithNoTests', ...(isKind ? others : process.argv.slice(2))),
  ]),
)
