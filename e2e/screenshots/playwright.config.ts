import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

const launchOptions = journeys.use?.launchOptions

/** As the journeys, with text drawn alike on every machine. */
export default defineConfig({
  ...journeys,
  testMatch: '*.shots.ts',
  outputDir: '../../test-results',
  globalSetup: './start-with-own-posts.ts',
  timeout: 180_000,
  use: {
    ...journeys.use,
    trace: 'off',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--font-render-hinting=none'] },
  },
})
