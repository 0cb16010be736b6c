import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { namedFiles, readNeighbours, testsOf } from './mutant-tests.mjs'

test('a file names what it imports, here and in other workspaces, and what it starts, but no types or packages', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B } from './b.ts'",
    "import { c } from '@leadlight/domain/identity/c'",
    "import { sql } from 'kysely'",
    "const worker = new URL('../platform/worker.ts', import.meta.url)",
  ].join('\n')
  expect(namedFiles(text, 'server/src/leads/x.ts')).toEqual([
    'server/src/leads/a.ts',
    'domain/src/identity/c.ts',
    'server/src/platform/worker.ts',
  ])
})

test('tests that import a file come first, then those of its folder, then those named like it or its imports', () => {
  const tree = {
    'domain/src/credits.ts': '',
    'server/src/billing/ledger-store.ts': "import '@leadlight/domain/credits'",
    'server/src/billing/ledger.ts': "import './ledger-store.ts'",
    'server/src/app.ts': "import './billing/ledger.ts'",
    'server/src/alone.test.ts': '',
    'server/src/audit/audit.test.ts': "import '../app.ts'",
    'server/src/audit/billing.test.ts': "import '../app.ts'",
    'server/src/audit/credits.test.ts': "import '../app.ts'",
    'server/src/billing/plans.test.ts': "import '../app.ts'",
    'server/src/testing/rules.test.ts': "import '../billing/ledger-store.ts'",
  }
  const root = mkdtempSync(join(tmpdir(), 'leadlight-mutant-tests-'))
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const users = readNeighbours(root, Object.keys(tree))
  rmSync(root, { recursive: true })
  expect(testsOf('server/src/billing/ledger-store.ts', users, (path) => path.endsWith('.test.ts'))).toEqual([
    'server/src/testing/rules.test.ts',
    'server/src/billing/plans.test.ts',
    'server/src/audit/billing.test.ts',
    'server/src/audit/credits.test.ts',
    'server/src/audit/audit.test.ts',
  ])
})
