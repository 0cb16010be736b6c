// npm run screenshots: renews the pictures of docs/screenshots, from an installation of its own.
import { runInBrowser } from './browser-run.mjs'

process.exitCode = await runInBrowser('e2e/screenshots/playwright.config.ts', process.argv.slice(2))
