// npm run extension: builds the browser extension into extension/dist, from where a browser loads it unpacked.
import { ensureInstalled } from './install.mjs'

ensureInstalled()
const { ensureExtensionBuilt } = await import('./build-extension.mjs')
ensureExtensionBuilt()
console.log('The extension is in extension/dist.')
