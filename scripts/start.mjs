// npm start: installs what is missing, builds what is stale, then hands over to the server under Node 24.
import { join } from 'node:path'
import { ensureWebBuilt, isWebBuilt } from './build-web.mjs'
import { ensureInstalled, findNode, NODE_FLAGS, root } from './install.mjs'
import { keepRunning } from './keep-running.mjs'

const args = process.argv.slice(2)
const isBuilt = args.includes('--role=worker') || isWebBuilt()
ensureInstalled({ tools: !isBuilt })
if (!isBuilt) ensureWebBuilt()
process.exitCode = await keepRunning(findNode(), [...NODE_FLAGS, join(root, 'server/src/main.ts'), ...args], {
  cwd: root,
})
