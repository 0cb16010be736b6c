import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'
import type { OfWorker } from '../support/test.ts'

const { projects: _, ...shared } = journeys
const launchOptions = shared.use?.launchOptions

/** Like the journeys, with text rendered alike on every machine. */
export default defineConfig<object, OfWorker>({
  ...shared,
  testMatch: '*.shots.ts',
  outputDir: '../../test-results',
  globalSetup: '../support/run.ts',
  timeout: 180_000,
  use: {
    ...shared.use,
    fill: 3000,
    trace: 'off',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--font-render-hinting=none'] },
  },
})
