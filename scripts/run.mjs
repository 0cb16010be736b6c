// node scripts/run.mjs [--tools] <file.ts> [arguments]: installs what is missing, tools too where asked to, then hands over to the file
// under Node 24.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ensureInstalled, findNode, NODE_FLAGS, root } from './install.mjs'

const tools = process.argv[2] === '--tools'
const [file, ...args] = process.argv.slice(tools ? 3 : 2)
ensureInstalled({ tools })
if (!file || !existsSync(resolve(root, file))) {
  console.error(`There is no ${file ?? 'file'} to run.`)
  process.exit(1)
}
const child = spawn(findNode(), [...NODE_FLAGS, resolve(root, file), ...args], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
})
