import { defineConfig } from 'vitest/config'

/** Like every Node here: see NODE_FLAGS in scripts/install.mjs. */
const execArgv = ['--no-sparkplug']

/** What asks no database runs once, with the embedded one. */
const WITHOUT_DATABASE = [
  'bench/**',
  'server/src/{ai,channels}/**',
  'server/src/testing/doubles/**',
  'server/seeds/{operator-first,stand-in}.test.ts',
  'server/src/matching/{duplicate-index,judge,near-duplicate,plan,reason,sentences,weights}.test.ts',
  'server/src/platform/{client-address,config,crypto,data-folder,describe-issue,outbound,outbound-guard,read-text,web-server}.test.ts',
  'server/src/opinions/{check-reading,hostile-models}.test.ts',
  'server/src/projects/{describe-business,propose-signals,read-website,refine-signal}.test.ts',
]

/**
 * The same suites on the embedded database (`server`) and on real PostgreSQL (`server-postgres`), but for the folder
 * that is about the other one.
 */
function serverProject(name: string, exclude: string[]) {
  return {
    test: {
      name,
      include: ['server/{src,seeds}/**/*.test.ts', 'bench/**/*.test.ts'],
      exclude,
      globalSetup: ['server/src/testing/test-database-setup.ts'],
      execArgv,
      // One process runs many files: loading the server for each would be a quarter of the time.
      isolate: false,
      // Long enough for a machine on which five times as much goes on: what hangs is told all the same.
      testTimeout: 180_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
    },
  }
}

const pooled = serverProject('pooled-postgres', WITHOUT_DATABASE)

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: ['domain/src/**/*.test.ts', 'contract/src/**/*.test.ts', 'scripts/*.test.mjs'],
          execArgv,
          testTimeout: 30_000,
        },
      },
      serverProject('server', ['server/src/platform/postgres/**']),
      serverProject('server-postgres', ['server/src/platform/embedded/**', ...WITHOUT_DATABASE]),
      // What people do most, entered by a pooler; `npm run soak` runs it.
      {
        ...pooled,
        test: { ...pooled.test, include: ['server/src/{matching,leads,drafts,events,statuses}/**/*.test.ts'] },
      },
      {
        test: {
          name: 'soak-postgres',
          include: ['server/src/**/*.soak.ts'],
          globalSetup: ['server/src/testing/test-database-setup.ts'],
          execArgv,
          testTimeout: 4 * 60 * 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/patience.ts'],
          execArgv,
          testTimeout: 120_000,
        },
      },
    ],
  },
})
