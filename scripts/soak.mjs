// npm run soak: long seeded runs of what npm test keeps samples of, and the suites again where npm test has them once. Hours, not minutes.
// `npm run soak -- embedded` runs every suite on the embedded database, `pooled` what people do most behind a pooler, `long` the long runs,
// `journey` a newcomer's way to their first leads through thousands of posts, in a browser, `kills` a thousand kills of a
// whole installation's processes, which resumes from `--results FILE`, `upgrade` an earlier version beside this one on one
// database: the last tag, or `--from COMMIT`, `streams` ten minutes of mixed load with 5,000 event streams, `restore` the way of
// `--leads N` from the embedded database to PostgreSQL and back, `extension` the browser extension in a browser that takes
// extensions.
import { ensureInstalled } from './install.mjs'
import { ensureServices } from './services.mjs'

const SUITES = ['embedded', 'pooled', 'long']
const JOURNEY = 'journey'
const KILLS = 'kills'
const UPGRADE = 'upgrade'
const STREAMS = 'streams'
const RESTORE = 'restore'
const EXTENSION = 'extension'
const [first, ...others] = process.argv.slice(2)

ensureInstalled()
ensureServices()
const { bench, e2e, runSteps, vitest } = await import('./steps.mjs')

function stepOf(kind, ...filters) {
  if (kind === JOURNEY) return ['soak, journey', e2e(JOURNEY, ...filters), { JOURNEY_POSTS: '5000' }]
  if (kind === KILLS) return ['soak, kills', bench('faults', '--kills', '1000', ...filters)]
  if (kind === UPGRADE) return ['soak, upgrade', bench('faults', '--upgrade', ...filters)]
  if (kind === STREAMS) return ['soak, streams', bench('streams', '--streams', '5000', '--minutes', '10', ...filters)]
  if (kind === RESTORE) return ['soak, restore', bench('restore', ...filters)]
  if (kind === EXTENSION) return ['soak, extension', e2e('extension.spec.ts', ...filters)]
  // A requested file need not belong to every suite.
  return [`soak, ${kind}`, vitest('--project', `soak-${kind}`, '--passWithNoTests', ...filters)]
}

const KINDS = [...SUITES, JOURNEY, KILLS, UPGRADE, STREAMS, RESTORE, EXTENSION]
if (KINDS.includes(first)) await runSteps([stepOf(first, ...others)])
else if (first !== undefined) await runSteps(SUITES.map((kind) => stepOf(kind, first, ...others)))
else await runSteps(KINDS.map((kind) => stepOf(kind)))
