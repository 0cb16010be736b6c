import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

/** Test files that need another installation than the default one, or start their own. */
const ELSEWHERE = readdirSync(import.meta.dirname).filter(
  (file) =>
    file.endsWith('.spec.ts') &&
    /\b(hosted|modelled|startInstallation)\b/.test(readFileSync(resolve(import.meta.dirname, file), 'utf8')),
)

/** Asks for a browser that takes extensions, with which `npm run soak -- extension` runs it. */
const WITH_EXTENSION = process.env['EXTENSION_CHROMIUM_PATH'] ? [] : ['extension.spec.ts']

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // Starting and warming up an installation costs more than most tests: each kind belongs to one worker. Only the
  // default one is started again by an idle worker.
  projects: [
    { name: 'elsewhere', testMatch: ELSEWHERE, testIgnore: WITH_EXTENSION, workers: 1 },
    { name: 'usual', testIgnore: [...ELSEWHERE, ...WITH_EXTENSION] },
  ],
  outputDir: '../test-results',
  // Limits only end what hangs: a loaded machine may need many times as long as a quiet one.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  globalSetup: './support/run.ts',
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Without the background flags Chromium contacts its maker's hosts at every start.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
