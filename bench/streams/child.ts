import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** A process of the benchmark's own, which ends with it. */
export interface Child {
  /** Sends something and waits for the answer. */
  ask<Reply>(said: object): Promise<Reply>
  /** Its next message. */
  next<Reply>(): Promise<Reply>
  stop(): Promise<void>
}

export function startChild(url: URL, environment: Record<string, string> = {}): Child {
  const child = fork(url, {
    env: { ...process.env, ...environment },
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const ended = once(child, 'exit')
  return {
    ask(said) {
      const reply = next<never>(child)
      child.send(said)
      return reply
    },
    next: () => next(child),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function next<Reply>(child: ChildProcess): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const onExit = (code: number | null) => reject(new Error(`A process of the benchmark ended with ${code}.`))
  child.once('exit', onExit)
  child.once('message', (said: { failed?: string }) => {
    child.off('exit', onExit)
    if (said.failed === undefined) resolve(said as Reply)
    else reject(new Error(said.failed))
  })
  return promise
}
