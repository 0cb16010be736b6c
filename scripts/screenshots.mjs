// npm run screenshots: takes the pictures of docs/screenshots anew, from an installation of their own.
import { runInBrowser } from './browser-run.mjs'

process.exitCode = await runInBrowser('e2e/screenshots/playwright.config.ts', process.argv.slice(2))
