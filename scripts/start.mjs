// npm start: installs what is missing, builds what is stale, then hands over to the server under Node 24.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { isGuideSettled } from './build-guide.mjs'
import { ensureWebBuilt, isWebBuilt } from './build-web.mjs'
import { ensureInstalled, findNode, NODE_FLAGS, root } from './install.mjs'
import { keepRunning } from './keep-running.mjs'
import { stopGroup } from './stop-group.mjs'

const args = process.argv.slice(2)
const isWorker = args.includes('--role=worker')
const isBuilt = isWorker || isWebBuilt()
ensureInstalled({ tools: !isBuilt })
if (!isBuilt) ensureWebBuilt()
// The server does not wait for it, and has the processor first.
const guide =
  isWorker || isGuideSettled()
    ? undefined
    : spawn(findNode(), [join(root, 'scripts/guide.mjs'), '--installed'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        detached: process.platform !== 'win32',
      })
if (guide?.pid) setPriority(guide.pid, constants.priority.PRIORITY_LOW)
process.exitCode = await keepRunning(findNode(), [...NODE_FLAGS, join(root, 'server/src/main.ts'), ...args], {
  cwd: root,
  // Each thread would else keep memory of its own that it gave back: a fifth of an idle server's.
  env: { MALLOC_ARENA_MAX: '2', ...process.env },
})
if (guide?.pid) stopGroup(guide)
