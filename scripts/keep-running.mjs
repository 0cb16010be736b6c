import { spawn } from 'node:child_process'
import { watchNpm } from './left-by-npm.mjs'

/**
 * The signals that end a blameless process: the runtime's own faults and a full heap. Not SIGKILL, which somebody
 * sends.
 */
const FAULTS = ['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGTRAP']
const WAIT_MS = 1_000
/** How often to look whether whoever started us is still there. */
const LOOK_MS = 500
/** Looked up before anything is installed or built. */
const isLeftByNpm = watchNpm()
/** This many faults within a minute are no accident, and restarting would only hide them. */
const FAULTS_A_MINUTE_MAX = 5

/**
 * Runs a command with this process's streams until it ends by itself or is told to, and resolves with its exit status.
 * If the system ended it for a fault of its runtime (see NODE_FLAGS), it is started again after a second; what it kept
 * is safe, as after `kill -9`. Signals to this process (`from`) are passed on. So is the end of the npm that runs
 * us, as SIGTERM: npm does not pass that on.
 */
export function keepRunning(
  command,
  args,
  options = {},
  { from = process, waitMs = WAIT_MS, say = console.error, isLeft = isLeftByNpm } = {},
) {
  let child
  let waiting
  let looking
  let isAskedToStop = false
  const faults = []

  return new Promise((done) => {
    const start = () => {
      waiting = undefined
      child = spawn(command, args, { stdio: 'inherit', ...options })
      child.once('exit', ended)
    }
    const ended = (code, signal) => {
      child = undefined
      if (!FAULTS.includes(signal)) return done(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
      faults.push(Date.now())
      const isTooOften = faults.filter((ms) => ms > Date.now() - 60_000).length >= FAULTS_A_MINUTE_MAX
      if (isAskedToStop || isTooOften) {
        say(`The system ended the server (${signal}).`)
        return done(1)
      }
      say(`The system ended the server (${signal}); it starts again.`)
      waiting = setTimeout(start, waitMs)
    }
    const stop = (signal) => {
      isAskedToStop = true
      clearInterval(looking)
      child?.kill(signal)
      if (!waiting) return
      clearTimeout(waiting)
      done(0)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) from.on(signal, stop)
    if (isLeft) looking = setInterval(() => isLeft() && stop('SIGTERM'), LOOK_MS).unref()
    start()
  })
}
