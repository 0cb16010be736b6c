import { defineConfig } from 'vitest/config'

/**
 * The same suites on the embedded database (`server`) and on real PostgreSQL (`server-postgres`), but for the folder
 * that is about the other one.
 */
function serverProject(name: string, aboutTheOther: string) {
  return {
    test: {
      name,
      include: ['server/src/**/*.test.ts', 'bench/**/*.test.ts'],
      exclude: [aboutTheOther],
      globalSetup: ['server/src/testing/test-database-setup.ts'],
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'domain',
          include: ['domain/src/**/*.test.ts', 'contract/src/**/*.test.ts'],
          testTimeout: 30_000,
        },
      },
      serverProject('server', 'server/src/platform/postgres/**'),
      serverProject('server-postgres', 'server/src/platform/embedded/**'),
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 30_000,
        },
      },
    ],
  },
})
