import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { draftMessage } from '@leadlight/contract/drafts'
import { markRead, markUnread } from '@leadlight/contract/leads'
import { verifyDumpFile } from '@leadlight/server/platform/backup/dump-file'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { programEnvironment } from '@leadlight/testing/program-environment'
import { until } from '@leadlight/testing/until'
import type { Fixture } from './fixture.ts'
import { enterSeeded, type Person } from './person.ts'
import { DRAFT_PRICE, readSpent } from './traces.ts'
import { anyLead, see, type Seen } from './watch.ts'

const BACKUP = fileURLToPath(new URL('../../server/src/backup.ts', import.meta.url))
const AGAIN_MS = 300
const PATIENCE_MS = 120_000

/** What was asked for while programs died, and became of it. */
export interface Laboured {
  lost: string[]
  doubled: string[]
  broken: string[]
}

/** Something that somebody has begun, and does not give up. */
export interface Labour {
  /** Whether it still goes on. */
  isUnderWay(): boolean
  /** Resolves once it is done, with what is wrong with it. */
  end(): Promise<Partial<Laboured>>
}

/**
 * A change of tens of thousands of leads, asked for under one key until it is answered. It is whole: all leads are read,
 * or unread, in the end.
 */
export async function changeMany(fixture: Fixture, { read, key }: { read: boolean; key: string }): Promise<Labour> {
  const person = await enterSeeded(fixture, fixture.largest)
  const url = fixture.url + (read ? markRead : markUnread).path.replace('{projectId}', person.projectId)
  const body = JSON.stringify({ filter: {} })
  return persist(
    () => ask(url, person, { key, body }),
    async (last) => {
      const rows = await fixture.fetchRows<{ left: number }>(
        'select count(*)::int as left from lead where project_id = $1 and read is distinct from $2 and not deleted',
        [person.projectId, read],
      )
      const left = rows[0]?.left ?? 0
      return {
        lost: left === 0 ? [] : [`a change of many: ${left} leads are left out`],
        broken: last.status === 200 ? [] : [`A change of many was answered ${last.status}: ${last.detail}`],
      }
    },
  )
}

/**
 * A draft, asked for until one is delivered; under a new key each time, as a broken one stays claimed for minutes. Each
 * that was delivered is paid for, and no more than were begun; of what was only held nothing is left.
 */
export async function writeDraft(fixture: Fixture, writer: Person, key: string): Promise<Labour> {
  const leadId = await anyLead(fixture.fetchRows, writer)
  const url = fixture.url + draftMessage.path.replace('{projectId}', writer.projectId).replace('{id}', leadId)
  const body = JSON.stringify({ message_type: 'reply', prompt: 'double:slow' })
  const before = await readSpent(fixture, writer)
  let [tries, unclear] = [0, 0]
  const askOnce = async () => {
    tries += 1
    const call = await ask(url, writer, { key: `${key}-${tries}`, body })
    if (call.status === 0) unclear += 1
    return call
  }
  return persist(askOnce, async () => {
    await releaseHeld(fixture)
    const drafts = ((await readSpent(fixture, writer)) - before) / DRAFT_PRICE
    return {
      lost: drafts < 1 ? ['the charge of a draft that was delivered'] : [],
      doubled: drafts > 1 + unclear ? [`${drafts} drafts were charged, of at most ${1 + unclear}`] : [],
    }
  })
}

/** What dead drafts hold is released five minutes later, which is now. */
async function releaseHeld({ fetchRows }: Fixture): Promise<void> {
  await until(async () => {
    await fetchRows(`update job set start_after = now() where name = 'drafts.release' and state = 'waiting'`)
    const rows = await fetchRows(`select from job where name = 'drafts.release' and state <> 'dead'`)
    return rows.length === 0
  }, PATIENCE_MS)
}

/** A backup, begun again until one ends well. That one is whole, and those that were killed leave nothing that looks so. */
export async function backUp({ databaseUrl }: Fixture): Promise<Labour & { kill(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-backup-'))
  const file = join(folder, 'saved')
  let child = start()
  function start() {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), TMPDIR: tmpdir() }
    return spawn(process.execPath, [...NODE_FLAGS, BACKUP, file], {
      env: programEnvironment(environment),
      stdio: 'ignore',
    })
  }
  const isUnderWay = () => child.exitCode === null && child.signalCode === null
  const broken: string[] = []
  return {
    isUnderWay,
    async kill() {
      if (!isUnderWay()) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      if (child.signalCode === 'SIGKILL' && (await readdir(folder)).includes('saved'))
        broken.push('A backup that was killed looks whole')
      child = start()
    },
    async end() {
      try {
        for (let tries = 1; ; tries += 1) {
          if (isUnderWay()) await once(child, 'exit')
          if (child.exitCode === 0) break
          if (tries === 10) return { broken: [...broken, 'No backup came to its end'] }
          await sleep(AGAIN_MS)
          child = start()
        }
        await verifyDumpFile(file)
        return { broken }
      } catch (error) {
        return { broken: [...broken, `A backup is not whole: ${String(error)}`] }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

function ask(url: string, { token }: Person, { key, body }: { key: string; body: string }): Promise<Seen> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key }
  return see(url, (signal) => fetch(url, { method: 'POST', headers, body, signal }))
}

/** Asks again and again, as somebody does who does not know whether it came through, until it is answered well. */
export function persist(askOnce: () => Promise<Seen>, look: (last: Seen) => Promise<Partial<Laboured>>): Labour {
  const endsAt = performance.now() + PATIENCE_MS
  let isDone = false
  const last = (async () => {
    for (;;) {
      const call = await askOnce()
      const isLater = call.status === 0 || call.status === 409 || call.status >= 500
      if (!isLater || performance.now() > endsAt) return call
      await sleep(AGAIN_MS)
    }
  })().finally(() => (isDone = true))
  return { isUnderWay: () => !isDone, end: async () => look(await last) }
}
