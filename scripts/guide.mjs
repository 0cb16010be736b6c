// npm run guide: builds the guide's site into guide/dist, from where any web server can serve it under /guide.
import { ensureInstalled } from './install.mjs'

// While a server runs from it, nothing may be installed.
if (!process.argv.includes('--installed')) ensureInstalled()
const { ensureGuideBuilt } = await import('./build-guide.mjs')
ensureGuideBuilt()
console.log('The guide is in guide/dist.')
