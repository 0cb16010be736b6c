// npm run dev: the server, restarted on every change, and the web served by Vite, which passes its calls on to it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, findNode, NODE_FLAGS, root } from './install.mjs'

ensureInstalled()
const options = { cwd: root, stdio: 'inherit' }
const children = [
  spawn(
    findNode(),
    [
      ...NODE_FLAGS,
      '--watch-path=server/src',
      '--watch-path=contract/src',
      '--watch-path=domain/src',
      '--watch-path=engine/src',
      join(root, 'server/src/main.ts'),
      ...process.argv.slice(2),
    ],
    options,
  ),
  spawn(findNode(), [join(root, 'node_modules/vite/bin/vite.js')], { ...options, cwd: join(root, 'web') }),
]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill(signal)))
for (const child of children) child.on('exit', () => children.forEach((other) => other.kill()))
