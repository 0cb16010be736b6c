import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { RUN_ROLES, startInstallation, type Installation, type RunRole } from './start.ts'

await main()

async function main(): Promise<void> {
  const { config, role } = readOrExit()
  const log = createLog(config.logLevel)
  const giveUp = (error: unknown, message: string) => {
    log.error({ err: error }, message)
    process.exit(1)
  }
  process.on('unhandledRejection', (reason) => giveUp(reason, 'a promise was rejected and nobody listened'))
  process.on('uncaughtException', (error) => giveUp(error, 'an error was thrown and nobody caught it'))
  try {
    const onLost = (error: Error) => giveUp(error, 'the database is gone')
    const installation = await startInstallation({ config, role, log, onLost })
    stopOnSignal(installation)
    process.stdout.write(installation.address ? `Leadlight is at ${installation.address}\n` : 'The worker runs.\n')
  } catch (error) {
    log.debug({ err: error }, 'the start failed')
    exitWith(error instanceof Error ? error.message : String(error))
  }
}

function readOrExit(): { config: ReturnType<typeof readConfig>; role: RunRole } {
  try {
    const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } }, strict: false })
    const role = RUN_ROLES.find((one) => one === values.role)
    if (!role) throw new ConfigError(`There is no role ${String(values.role)}; use --role=${RUN_ROLES.join(', ')}.`)
    return { config: readConfig(process.env), role }
  } catch (error) {
    if (error instanceof ConfigError) return exitWith(error.message)
    throw error
  }
}

/** The first signal stops in order; a second, from someone who has waited enough, at once. */
function stopOnSignal(installation: Installation): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    installation.stop().then(
      () => process.exit(0),
      (error: unknown) => exitWith(`Stopping failed: ${error instanceof Error ? error.message : String(error)}`),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function exitWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
