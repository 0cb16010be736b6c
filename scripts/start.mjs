// npm start: installs what is missing, builds what is stale, then hands over to the server under Node 24.
import { join } from 'node:path'
import { ensureInstalled, findNode, NODE_FLAGS, root } from './install.mjs'
import { keepRunning } from './keep-running.mjs'

ensureInstalled()
const args = process.argv.slice(2)
if (!args.includes('--role=worker')) {
  const { ensureWebBuilt } = await import('./build-web.mjs')
  ensureWebBuilt()
}
process.exitCode = await keepRunning(findNode(), [...NODE_FLAGS, join(root, 'server/src/main.ts'), ...args], {
  cwd: root,
})
