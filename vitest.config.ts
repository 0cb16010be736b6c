import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { NODE_FLAGS } from './scripts/install.mjs'
import { contractCalls } from './web/contract-calls.ts'

/** Like every Node here. */
const execArgv = [...NODE_FLAGS]

const SERVER = '{server/{src,seeds},testing/src}/**/*.test.ts'
const UNIT = '**/*.unit.test.ts'
/** Each is about one of the two databases: `server/src/platform/{embedded,postgres}`. */
const folderOf = (kind: 'embedded' | 'postgres') => `server/src/platform/${kind}/**`
/** A test file begins with this where the embedded database may differ from PostgreSQL in what it tests; the line says why. */
const ON_BOTH = /^\/\/ Also on the embedded database: /

const marked = globSync(SERVER).filter((file) => {
  const [first = ''] = readFileSync(file, 'utf8').split('\n', 1)
  // Worded otherwise, the mark would be lost and nobody would notice.
  if (/^\/\/.*embedded/i.test(first) && !ON_BOTH.test(first))
    throw new Error(`${file} begins with a mark in other words.`)
  return ON_BOTH.test(first)
})

const DATABASES = {
  globalSetup: ['testing/src/test-database-setup.ts'],
  setupFiles: ['testing/src/remove-databases.ts'],
}

/** Suites with a database: of which kind, the project's name tells `test-database-setup.ts`. */
function withDatabase(name: string, include: string[], exclude: string[] = []) {
  return {
    test: {
      name,
      include,
      exclude: [UNIT, ...exclude],
      ...DATABASES,
      execArgv,
      // One process runs many files: loading the server for each would be a quarter of the time.
      isolate: false,
      // Long enough for a machine on which far more goes on, since some tests make hundreds of calls: what hangs is told all the same.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      expect: { poll: { timeout: 240_000 } },
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      // What needs neither a database nor a page: none is there for it to find.
      {
        test: {
          name: 'unit',
          include: [
            '{domain,contract,engine}/src/**/*.test.ts',
            `{server,testing,bench,web,guide,extension}/${UNIT}`,
            'scripts/*.test.mjs',
          ],
          execArgv,
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      withDatabase('server', [SERVER], [folderOf('embedded')]),
      withDatabase('embedded', [`${folderOf('embedded')}/*.test.ts`, ...marked]),
      // `npm run soak` runs the next three: every suite on the embedded database, what people do most behind a pooler, long runs.
      withDatabase('soak-embedded', [SERVER], [folderOf('postgres')]),
      withDatabase('soak-pooled', [
        'server/src/{finding/{matching,searching},workspace/{leads,statuses},people/drafts,core/events}/**/*.test.ts',
      ]),
      {
        test: {
          name: 'soak-long',
          include: ['{engine,server}/src/**/*.soak.ts'],
          ...DATABASES,
          execArgv,
          testTimeout: 4 * 60 * 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [contractCalls()],
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: [UNIT],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/setup.ts'],
          execArgv,
          // Starting a process and warming it up would be half of the time. Each file has our modules anew: see the setup.
          isolate: false,
          // It keeps toasts beyond the page they were on.
          server: { deps: { inline: ['sonner'] } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
