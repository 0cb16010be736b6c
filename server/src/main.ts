import { parseArgs } from 'node:util'
import { slept, systemClock } from './platform/clock.ts'
import { ConfigError } from './platform/config-error.ts'
import { readConfig, type Config } from './platform/config.ts'
import { closeDataFolder } from './platform/data-folder.ts'
import { createLog, type Log } from './platform/log.ts'
import { onStopSignal } from './platform/stop-signals.ts'
import { outboxOf } from './senders/create-mailer.ts'
import { RUN_ROLES, startInstallation, type Installation, type RunRole } from './start.ts'

/** How long a start may take to end once it is not wanted any more; a migration that is cut is rolled back. */
const START_STOP_MS = 8_000

await main()

async function main(): Promise<void> {
  // Set before anything is written: all files made here are for their owner alone.
  process.umask(0o077)
  const { role, isDemo } = readArguments()
  const demo = isDemo ? await (await import('../seeds/demo.ts')).startDemo(systemClock) : undefined
  const read = readConfigOrExit(demo ? demo.environment(process.env) : process.env)
  const format = read.logFormat ?? (process.stdout.isTTY ? 'lines' : 'json')
  const log = createLog(read.logLevel, { format })
  const giveUp = (error: unknown, message: string) => {
    log.error({ err: error }, message)
    process.exit(1)
  }
  process.on('unhandledRejection', (reason) => giveUp(reason, 'a promise was rejected and nobody listened'))
  process.on('uncaughtException', (error) => giveUp(error, 'an error was thrown and nobody caught it'))
  const stopping = new AbortController()
  try {
    const dataDir = await closeDataFolder(read.dataDir, { clock: systemClock })
    if (dataDir !== read.dataDir) {
      log.info(
        { dataDir },
        'The data folder is not ours to close; the data lies in a closed folder of its own inside it.',
      )
    }
    const config = { ...read, logFormat: format, dataDir }
    const onLost = (error: Error) => giveUp(error, 'this process cannot go on')
    const { signal } = stopping
    const starting = startInstallation({ config, role, log, onLost, signal, demo })
    stopOnSignal(stopping, async () => (await untilStarted(starting)).stop().finally(() => demo?.close()))
    const installation = await starting
    if (stopping.signal.aborted) return
    // Whoever follows the address finds a demo that is ready.
    const howToSignIn =
      demo && installation.localAddress ? await demo.seed(installation.localAddress, printLine) : undefined
    printLine(sayRunning(role, installation))
    if (role !== 'api') sayWhereMailsGo(config, log)
    if (howToSignIn !== undefined) printLine(howToSignIn)
  } catch (error) {
    // What was being set up for a demo fails as the installation goes; who stopped it waits for that alone.
    if (stopping.signal.aborted) return
    log.debug({ err: error }, 'the start failed')
    exitWith(error instanceof Error ? error.message : String(error))
  }
}

function sayRunning(role: RunRole, { address }: Installation): string {
  if (role !== 'worker') return `Leadlight is at ${address ?? ''}`
  return address === undefined ? 'The worker runs.' : `The worker runs and can be watched at ${address}`
}

/** Nobody would look for them there: who is invited waits for a link that only the operator can find. */
function sayWhereMailsGo({ mail, dataDir }: Config, log: Log): void {
  if (mail.smtpUrl !== undefined) return
  const folder = outboxOf(dataDir)
  log.info({ folder }, 'no mail server is set, so mails lie in a folder: `npm run operator -- outbox` lists them')
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

function readArguments(): { role: RunRole; isDemo: boolean } {
  const options = { role: { type: 'string', default: 'all' }, demo: { type: 'boolean', default: false } } as const
  const { values } = parseArgs({ options, strict: false })
  const role = RUN_ROLES.find((one) => one === values.role)
  if (!role) return exitWith(`There is no role ${String(values.role)}; use --role=${RUN_ROLES.join(', ')}.`)
  if (values.demo && role === 'worker') return exitWith('The demo needs the API: leave out --role=worker.')
  return { role, isDemo: values.demo === true }
}

function readConfigOrExit(environment: Record<string, string | undefined>): Config {
  try {
    return readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return exitWith(error.message)
    throw error
  }
}

/** Heard from the start on: the first process of a container is ended by no signal that it does not hear. */
function stopOnSignal(stopping: AbortController, stop: () => Promise<void>): void {
  onStopSignal(() => {
    stopping.abort()
    stop().then(
      () => process.exit(0),
      (error: unknown) => exitWith(`Stopping failed: ${error instanceof Error ? error.message : String(error)}`),
    )
  })
}

async function untilStarted(starting: Promise<Installation>): Promise<Installation> {
  const started = new AbortController()
  const late = slept(systemClock, START_STOP_MS, started.signal)
  // Why it failed, if it did, is no matter any more.
  const first = await Promise.race([starting.catch(() => undefined), late])
  started.abort()
  return typeof first === 'object' ? first : exitWith('It was stopped before it had started.')
}

function exitWith(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
