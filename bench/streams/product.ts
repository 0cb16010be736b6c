// node product.ts: the product's API as `npm run start:api` starts it. Its environment configures it.
import process from 'node:process'
import { readConfig } from '@leadlight/server/platform/config'
import { createLog } from '@leadlight/server/platform/log'
import { startInstallation } from '@leadlight/server/start'
import { answerWeight } from './measured.ts'

const config = readConfig(process.env)
const installation = await startInstallation({
  config,
  role: 'api',
  log: createLog(config.logLevel, { format: 'lines' }),
  onLost(reason) {
    process.stderr.write(`${reason.message}\n`)
    process.exit(1)
  },
})
answerWeight()
process.on('SIGTERM', () => void installation.stop().then(() => process.exit(0)))
process.send?.({ port: Number(new URL(installation.address ?? '').port) })
