import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { NODE_FLAGS } from '@leadlight/server/testing/node-flags'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS_MAX = 120_000

export interface Installation {
  url: string
  websiteUrl: string
  feedUrl: string
  forumUrl: string
  /** Lines that tell the keys the doubles accept, by platform. */
  keys: string
  /** Where it keeps its data, and the mails it would send. */
  dataDir: string
  /** Stops the server, lets `meanwhile` look at its folder, and starts it again at the same address with `variables` besides. */
  restart(variables: Record<string, string>, meanwhile: (dataDir: string) => Promise<void>): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts doubles of every third party, with the arguments of `npm run doubles`, and an installation on an embedded
 * database of its own that talks to them. `prepare` may fill the folder first; it answers variables for the server.
 */
export async function startInstallation(
  doublesArguments: readonly string[],
  prepare: (dataDir: string) => Promise<Record<string, string>> = () => Promise.resolve({}),
): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-e2e-'))
  const prepared = await prepare(dataDir)
  const doubles = start('server/src/doubles.ts', doublesArguments, {})
  const printed = await readPrinted(doubles)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const variables = {
    ...Object.fromEntries([...printed.matchAll(/^([A-Z][A-Z_]+)=(\S+)$/gm)].map(([, name, value]) => [name, value])),
    ...prepared,
    PORT: String(port),
    // What mails and Google lead back to, in the browser's very words: another host's name would be another site.
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: process.env['E2E_LOG_LEVEL'] ?? 'warn',
  }
  let server = start('server/src/main.ts', [], variables)
  async function stop(): Promise<void> {
    await Promise.all([end(server), end(doubles)])
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady(`${url}/readyz`, server)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    websiteUrl: /website to enter:\s+(\S+)/.exec(printed)?.[1] ?? '',
    feedUrl: /feed to listen to:\s+(\S+)/.exec(printed)?.[1] ?? '',
    forumUrl: /forum of Discourse:\s+(\S+)/.exec(printed)?.[1] ?? '',
    keys: printed.match(/^A key to .+$/gm)?.join('\n') ?? '',
    dataDir,
    async restart(changes, meanwhile) {
      await end(server)
      await meanwhile(dataDir)
      server = start('server/src/main.ts', [], { ...variables, ...changes })
      await untilReady(`${url}/readyz`, server)
    },
    stop,
  }
}

function start(file: string, args: readonly string[], variables: Record<string, string | undefined>): ChildProcess {
  return spawn(process.execPath, [...NODE_FLAGS, join(ROOT, file), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ['ignore', file.includes('doubles') ? 'pipe' : 'inherit', 'inherit'],
  })
}

/** All that the doubles print on their start: the variables to set and the addresses of their website and feed. */
async function readPrinted(doubles: ChildProcess): Promise<string> {
  let printed = ''
  if (!doubles.stdout) throw new Error('The doubles print nothing')
  for await (const chunk of doubles.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk)
    if (printed.includes('Stop with')) break
  }
  if (!printed.includes('Stop with')) throw new Error(`The doubles did not start: ${printed}`)
  doubles.stdout.resume()
  return printed
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS_MAX
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((tick) => setTimeout(tick, 100))
  }
  throw new Error('The server was not ready in time')
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

function freePort(): Promise<number> {
  return new Promise((found, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
