import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { NODE_FLAGS } from './node-flags.ts'
import { programEnvironment } from './program-environment.ts'

export interface Program {
  child: ChildProcess
  /** The address once it is printed, nothing for a worker without a port; throws when the process ends before. */
  address: () => Promise<string>
  /** Resolves with how it ended and all it printed. */
  ended: Promise<{ code: number | null; out: string; err: string }>
}

/** Starts `server/src/<name>.ts` in a process of its own, which ends with the test at the latest. */
export function startProgram(
  name: 'main' | 'operator' | 'restore',
  variables: NodeJS.ProcessEnv,
  ...args: string[]
): Program {
  const script = fileURLToPath(new URL(`../../server/src/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, script, ...args], {
    env: programEnvironment({ PORT: '0', HOST: '127.0.0.1', ...variables }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  const printed = Promise.withResolvers<string>()
  child.stdout.on('data', (data: Buffer) => {
    out += data.toString()
    const address = /^(?:(?:Leadlight is|The worker runs and can be watched) at (\S+)|The worker runs\.)$/m.exec(out)
    if (address) printed.resolve(address[1] ?? '')
  })
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, out, err }))
  const early = async () => {
    throw new Error(`Ended before it served: ${(await ended).err}`)
  }
  return { child, address: () => Promise.race([printed.promise, early()]), ended }
}
