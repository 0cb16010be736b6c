// node installation.ts: the product, API and worker in one process, with stand-ins for the models. Its environment
// configures it.
import process from 'node:process'
import { readConfig } from '@leadlight/server/platform/config'
import { silentLog } from '@leadlight/server/platform/log'
import { startInstallation } from '@leadlight/server/start'
import { createWordEmbedder, wantedJudge } from './made-up.ts'

const installation = await startInstallation({
  config: readConfig(process.env),
  role: 'all',
  log: silentLog,
  onLost(reason) {
    process.stderr.write(`${reason.message}\n`)
    process.exit(1)
  },
  standIns: { embedder: createWordEmbedder(), judge: wantedJudge },
})
process.stdout.write(`ready ${installation.address}\n`)
process.stdin.resume().on('end', () => process.exit(1))
process.on('SIGTERM', () => void installation.stop().then(() => process.exit(0)))
