// npm start: installs what is missing, builds what is stale, then hands over to the server under Node 24.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, NODE_FLAGS, root } from './install.mjs'

ensureInstalled()
const args = process.argv.slice(2)
if (!args.includes('--role=worker')) {
  const { ensureWebBuilt } = await import('./build-web.mjs')
  ensureWebBuilt()
}
const child = spawn(findNode(), [...NODE_FLAGS, join(root, 'server/src/main.ts'), ...args], {
  cwd: root,
  stdio: 'inherit',
})
// The terminal tells the whole group of an interrupt; what only this process is told must be passed on.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
})
