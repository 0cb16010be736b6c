import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '@leadlight/testing/free-port'
import { systemClock } from '@leadlight/server/platform/clock'
import type { RunRole } from '@leadlight/server/start'
import type { CorpusPost } from '@leadlight/testing/doubles/corpus'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import type { AllDoubles } from '@leadlight/testing/doubles/start-all'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS_MAX = 300_000

/** A server of the product with doubles of every third party. */
export interface Installation {
  url: string
  /** The home page of the business that the doubles serve. */
  websiteUrl: string
  /** A forum that projects can add. */
  forumUrl: string
  /** A key that a platform's double accepts, for keys with one part. */
  keyTo(platform: keyof AllDoubles['keys']): string
  /** Where it writes unsent mails. */
  outboxFolder: string
  /** From now on no platform answers, until the returned function lets them. */
  silencePlatforms(): () => void
  /** Posts these on Hacker News. */
  postOnHackerNews(posts: readonly CorpusPost[]): void
  stop(): Promise<void>
}

export interface InstallationOptions {
  /** Its database; embedded if left out. */
  databaseUrl?: string | undefined
  /** The doubles' posts; the repository's corpus by default. */
  posts?: { folder?: string | undefined; fill?: number | undefined }
  google?: boolean
  /** Whether one process answers requests and another runs jobs; needs a database that two can open. */
  isSplit?: boolean
  /** Environment variables for the server at this URL. */
  variables?: (url: string) => Record<string, string>
}

/** Starts doubles of every third party, and an installation that talks to them. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const { databaseUrl, posts, google = false, isSplit = false, variables = noVariables } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-e2e-'))
  const doubles = await startAllDoubles({ ...posts, google, clock: systemClock })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = variables(url)
  const environment = {
    ...doubles.environment,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    ...own,
    OUTBOUND_ALLOW: [doubles.environment['OUTBOUND_ALLOW'], own['OUTBOUND_ALLOW']].filter(Boolean).join(','),
    PORT: String(port),
    // Mails and Google link back here, so it must match the browser's host: another name is another site.
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: process.env['E2E_LOG_LEVEL'] ?? 'warn',
  }
  const server = start(environment, isSplit ? 'api' : 'all')
  const worker = isSplit ? start(environment, 'worker') : undefined
  async function stop(): Promise<void> {
    await end(server)
    if (worker) await end(worker)
    await doubles.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(`${url}/readyz`, server)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    websiteUrl: doubles.websiteUrl,
    forumUrl: doubles.forumUrl,
    keyTo(platform) {
      const [key = '', ...others] = Object.values(doubles.keys[platform])
      if (key === '' || others.length > 0) throw new Error(`The key to ${platform} is not of one part`)
      return key
    },
    outboxFolder: join(dataDir, 'outbox'),
    silencePlatforms: () => doubles.silencePlatforms(),
    postOnHackerNews: (added) => doubles.postOnHackerNews(added),
    stop,
  }
}

const noVariables = (): Record<string, string> => ({})

function start(variables: Record<string, string>, role: RunRole): ChildProcess {
  return spawn(process.execPath, [...NODE_FLAGS, join(ROOT, 'server/src/main.ts'), `--role=${role}`], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
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
