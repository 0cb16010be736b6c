import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'

const executablePath = process.env['CHROMIUM_PATH']

/** Files of tests that ask for another installation than the usual one, or start one. */
const ELSEWHERE = readdirSync(import.meta.dirname).filter(
  (file) =>
    file.endsWith('.spec.ts') &&
    /\b(hosted|modelled|startInstallation)\b/.test(readFileSync(resolve(import.meta.dirname, file), 'utf8')),
)

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  // An installation takes more of the processor to start, and to warm up, than most tests do: each kind of them is one worker's, but
  // for the usual one, which a worker that has nothing else left starts again.
  projects: [
    { name: 'elsewhere', testMatch: ELSEWHERE, workers: 1 },
    { name: 'usual', testIgnore: ELSEWHERE },
  ],
  outputDir: '../test-results',
  timeout: 360_000,
  expect: { timeout: 30_000 },
  workers: 2,
  forbidOnly: true,
  reporter: [['list']],
  globalSetup: './support/run.ts',
  use: {
    actionTimeout: 40_000,
    navigationTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Without the background flags Chromium looks for hosts of its maker's at every start.
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
