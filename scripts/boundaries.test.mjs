import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './install.mjs'

const CRUISE = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')

/** What the boundaries of this repository say of a tree of these files: the rule that each import breaks. */
async function broken(tree, workspace = 'engine') {
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-boundaries-'))
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'))
  cpSync(join(root, 'engine/package.json'), join(folder, 'engine/package.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const args = [CRUISE, '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', workspace]
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 })
  const { stdout } = await run.catch((error) => error)
  rmSync(folder, { recursive: true })
  return JSON.parse(stdout)
    .summary.violations.map(
      ({ rule, from, to }) => `${rule.name}: ${from} → ${to.replace(/^.*node_modules\/([^/]+).*/, '$1')}`,
    )
    .toSorted()
}

const SERVER = { 'server/src/db.ts': 'export const db = 1', 'server/src/testing/stand.ts': 'export const stand = 1' }

test('the engine imports itself, the domain, its model and what its files and processes need of Node', async () => {
  const tree = {
    'domain/src/acts.ts': 'export const ACTS = []',
    'engine/src/plan/plan.ts': "import '../../../domain/src/acts.ts'\nimport './acts.ts'\nimport 'node:fs/promises'",
    'engine/src/plan/acts.ts': "import 'onnxruntime-node'\nimport 'node:worker_threads'\nimport 'node:child_process'",
    'engine/src/plan/plan.test.ts': "import '../testing/dice.ts'\nimport 'vitest'",
    'engine/src/testing/dice.ts': "import 'node:events'",
  }
  expect(await broken(tree)).toEqual([])
})

test('the engine imports no server, no network, no other package and none of what only tests use', async () => {
  const tree = {
    ...SERVER,
    'engine/src/plan/plan.ts':
      "import '../../../server/src/db.ts'\nimport type { a } from 'zod'\nimport 'node:http'\nimport '../testing/dice.ts'",
    'engine/src/plan/plan.test.ts': "import '../../../server/src/testing/stand.ts'",
    'engine/src/testing/dice.ts': 'export const dice = 1',
  }
  const found = await broken(tree)
  expect(found.filter((line) => line.startsWith('engine-knows-words-and-its-model-only'))).toEqual([
    'engine-knows-words-and-its-model-only: engine/src/plan/plan.ts → http',
    'engine-knows-words-and-its-model-only: engine/src/plan/plan.ts → server/src/db.ts',
    'engine-knows-words-and-its-model-only: engine/src/plan/plan.ts → zod',
  ])
  expect(found).toContain('only-tests-use-testing: engine/src/plan/plan.ts → engine/src/testing/dice.ts')
  expect(found).toContain('engine-knows-no-server: engine/src/plan/plan.test.ts → server/src/testing/stand.ts')
})

test('a slice keeps its store, its routes and what it depends on to itself', async () => {
  const tree = {
    'server/src/finding/matching/matching-dependencies.ts': 'export interface MatchingDependencies { db: unknown }',
    'server/src/finding/matching/search-store.ts': "import type {} from './matching-dependencies.ts'",
    'server/src/finding/searching/run-search.ts':
      "import type {} from '../matching/matching-dependencies.ts'\nimport '../matching/search-store.ts'",
    'server/src/app.ts': "import type {} from './finding/matching/matching-dependencies.ts'",
  }
  const rule = 'stores-routes-and-dependencies-are-private'
  const slices = 'server/src/finding/searching/run-search.ts → server/src/finding/matching'
  expect(await broken(tree, 'server')).toEqual([
    `${rule}: ${slices}/matching-dependencies.ts`,
    `${rule}: ${slices}/search-store.ts`,
  ])
})

test('production code imports no fixture and no double', async () => {
  const tree = {
    'testing/src/doubles/slack.ts': 'export const slack = 1',
    'server/src/senders/slack.ts': "import '../../../testing/src/doubles/slack.ts'",
    'server/src/senders/slack.test.ts': "import '../../../testing/src/doubles/slack.ts'",
  }
  expect(await broken(tree, 'server')).toEqual([
    'only-tests-use-testing: server/src/senders/slack.ts → testing/src/doubles/slack.ts',
  ])
})
