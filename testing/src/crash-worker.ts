// A worker that kills itself: node crash-worker.ts <at which checkpoint> [all]. Configured by its environment, as any
// worker. Prints `over` when its search has ended; with `all`, prints that it is at work, and the name of each
// checkpoint it passes.
import { readConfig } from '@leadlight/server/platform/config'
import { silentLog } from '@leadlight/server/platform/log'
import { startInstallation } from '@leadlight/server/start'

const killAt = Number(process.argv[2])
const saysAll = process.argv[3] === 'all'
let passed = 0

const starting = startInstallation({
  config: readConfig(process.env),
  role: 'worker',
  log: silentLog,
  onLost: (reason) => {
    process.stderr.write(`${reason.message}\n`)
    process.exit(1)
  },
  checkpoint: (name) => {
    passed += 1
    if (passed === killAt) process.kill(process.pid, 'SIGKILL')
    if (saysAll || name === 'over') process.stdout.write(`${name}\n`)
    return Promise.resolve()
  },
})
// It prints checkpoints while it starts, and its parent may then tell it to stop.
let stopping: Promise<void> | undefined
process.on('SIGTERM', () => void (stopping ??= stop()))
await starting
if (saysAll) process.stdout.write('at work\n')

async function stop(): Promise<void> {
  const installation = await starting
  await installation.stop()
  process.exit(0)
}
