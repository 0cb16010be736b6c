import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const SHARED_POSTS = resolve(ROOT, '../shared/data/posts')
const READY_MS_MAX = 120_000

/**
 * Starts doubles of every third party and an installation on an embedded database of its own, for all journeys of a
 * run; what it answers takes everything down again. Real posts are served where they lie beside the project.
 */
export default async function startInstallation(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-e2e-'))
  const posts = existsSync(SHARED_POSTS) ? ['--posts', SHARED_POSTS] : []
  const doubles = start('server/src/doubles.ts', posts, {})
  const variables = await readVariables(doubles)
  const port = await freePort()
  const server = start('server/src/main.ts', [], {
    ...variables,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env['E2E_LOG_LEVEL'] ?? 'warn',
  })
  await untilReady(`http://127.0.0.1:${port}/readyz`, server)
  process.env['LEADLIGHT_URL'] = `http://127.0.0.1:${port}`
  for (const [name, value] of Object.entries(variables)) process.env[name] = value
  return async () => {
    await Promise.all([stop(server), stop(doubles)])
    await rm(dataDir, { recursive: true, force: true })
  }
}

function start(file: string, args: string[], variables: Record<string, string>): ChildProcess {
  const options = ['--disable-warning=ExperimentalWarning', join(ROOT, file), ...args]
  return spawn(process.execPath, options, {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ['ignore', file.includes('doubles') ? 'pipe' : 'inherit', 'inherit'],
  })
}

/** The variables that the doubles print, and the addresses of their website and feed. */
async function readVariables(doubles: ChildProcess): Promise<Record<string, string>> {
  const variables: Record<string, string> = {}
  let printed = ''
  if (!doubles.stdout) throw new Error('The doubles print nothing')
  for await (const chunk of doubles.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk)
    if (!printed.includes('Stop with')) continue
    for (const [, name = '', value = ''] of printed.matchAll(/^([A-Z][A-Z_]+)=(\S+)$/gm)) variables[name] = value
    variables['WEBSITE_URL'] = /website to enter:\s+(\S+)/.exec(printed)?.[1] ?? ''
    variables['FEED_URL'] = /feed to listen to:\s+(\S+)/.exec(printed)?.[1] ?? ''
    break
  }
  doubles.stdout.resume()
  return variables
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

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null) return done()
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
