// npm run e2e: the browser journeys, against a server of their own with a double for every third party.
import { runInBrowser } from './browser-run.mjs'

process.exitCode = await runInBrowser('e2e/playwright.config.ts', process.argv.slice(2))
