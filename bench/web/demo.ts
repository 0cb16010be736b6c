import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** The product with its demo organization, and what its owner sees. */
export interface DemoServer {
  url: string
  token: string
  projectId: string
  /** The first lead of the list. */
  leadId: string
  stop(): Promise<void>
}

/** Starts the built product with the demo's data in a data folder of its own, and signs in as the demo's owner. */
export async function serveDemo(): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'leadlight-web-'))
  const child = spawn(process.execPath, [...NODE_FLAGS, MAIN, '--demo'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  async function stop() {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    let url = ''
    for await (const line of createInterface({ input: child.stdout })) {
      url ||= /^Leadlight is at (\S+)/.exec(line)?.[1] ?? ''
      const account = /^Sign in: (\S+) (\S+)/.exec(line)
      if (account) return { url, ...(await lookAround(url, account[1] ?? '', account[2] ?? '')), stop }
    }
    throw new Error('The demo ended before it could be signed in to.')
  } catch (error) {
    await stop()
    throw error
  }
}

async function lookAround(url: string, username: string, password: string) {
  const login = await fetch(`${url}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const { access_token: token } = (await login.json()) as { access_token: string }
  const read = async (path: string): Promise<unknown> =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).json()
  const [project] = (await read('/api/v1/project')) as { id: string }[]
  if (!project) throw new Error('The demo has no project.')
  const { items } = (await read(`/api/v1/leads/${project.id}?limit=1`)) as { items: { id: string }[] }
  const [lead] = items
  if (!lead) throw new Error('The demo has no lead.')
  return { token, projectId: project.id, leadId: lead.id }
}
