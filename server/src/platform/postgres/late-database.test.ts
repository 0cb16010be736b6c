import { createServer, type AddressInfo } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '@leadlight/testing/free-port'
import { startPostgresCluster } from '@leadlight/testing/postgres-cluster'
import { startProgram, type Program } from '@leadlight/testing/start-program'
import { asSuperuser, TEST_ROLE, testDatabaseUrl } from '@leadlight/testing/test-database-setup'

const SECRET_KEY = 'a secret of some length, for tests'
/** Nobody waits that long here: it only must not end before. */
const DATABASE_WAIT_SECONDS = '3600'

const cluster = await startPostgresCluster()
afterAll(() => cluster.stop())
await asSuperuser(cluster.socketDir, `create role ${TEST_ROLE} login`, `create database late owner ${TEST_ROLE}`)
const databaseUrl = testDatabaseUrl(cluster.socketDir, 'late')

async function start(url: string, role: string, more: Record<string, string> = {}) {
  const port = String(await freePort())
  const variables = { DATABASE_URL: url, SECRET_KEY, DATABASE_WAIT_SECONDS, PORT: port, WORKER_PORT: port }
  const program = startProgram('main', { ...variables, ...more }, `--role=${role}`)
  const ask = async (path: string) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    return reply && { status: reply.status, said: (await reply.json()) as { detail?: string } }
  }
  return { program, ask }
}

async function stop({ child, ended }: Program): Promise<string[]> {
  child.kill('SIGTERM')
  const { out } = await ended
  const lines = out.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg)
}

test.each(['api', 'worker', 'all'])(
  'a process (%s) that starts before its database serves once that is there',
  async (role) => {
    await cluster.halt()
    const { program, ask } = await start(databaseUrl, role)
    await expect.poll(() => ask('/healthz')).toMatchObject({ status: 200 })
    const ready = await ask('/readyz')
    expect(ready).toMatchObject({ status: 503, said: { code: 'not_ready' } })
    expect(ready?.said.detail).toMatch(
      /^This process cannot do its work at this moment\. The database is not there yet \(connect /,
    )
    expect(await ask('/api/v1/instance')).toMatchObject({ status: 503, said: { code: 'starting' } })

    await cluster.resume()
    await program.address()
    await expect.poll(() => ask('/readyz')).toEqual({ status: 200, said: { status: 'ready' } })
    const said = await stop(program)
    expect(said.filter((line) => line.startsWith('The database is not there yet'))).toHaveLength(1)
    expect(said).toContain('The database is there.')
  },
)

test('a standby is waited for until it is promoted', async () => {
  const setReadOnly = (is: string) =>
    asSuperuser(cluster.socketDir, `alter database late set default_transaction_read_only = ${is}`)
  await setReadOnly('on')
  const { program, ask } = await start(databaseUrl, 'api')
  await expect.poll(async () => (await ask('/readyz'))?.said.detail).toContain('in a read-only transaction')
  await setReadOnly('off')
  await program.address()
  await expect.poll(() => ask('/readyz')).toMatchObject({ status: 200 })
})

test('a process that waits for its database stops at once when it is told to', async () => {
  await cluster.halt()
  const { program, ask } = await start(databaseUrl, 'api')
  await expect.poll(() => ask('/healthz')).toMatchObject({ status: 200 })
  program.child.kill('SIGTERM')
  const ended = await program.ended
  await cluster.resume()
  expect(ended).toMatchObject({ code: 1, err: 'It was stopped before it had started.\n' })
})

/** A server that answers whoever connects with this error, as PostgreSQL does. */
async function startRefusing(code: string, words: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${words}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(4 + fields.length, 1)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([head, fields])))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  return `postgresql://leadlight:secret@127.0.0.1:${(server.address() as AddressInfo).port}/late`
}

test('a server that replays its log is waited for', async () => {
  const url = await startRefusing('57P03', 'the database system is starting up')
  const { ask } = await start(url, 'api')
  await expect.poll(async () => (await ask('/readyz'))?.said.detail).toContain('(the database system is starting up)')
})

test('a server that is not back in time ends the start with a sentence', async () => {
  const url = await startRefusing('57P03', 'the database system is starting up')
  const { program } = await start(url, 'api', { DATABASE_WAIT_SECONDS: '1' })
  expect(await program.ended).toMatchObject({
    code: 1,
    err: 'The database cannot be opened (the database system is starting up); see DATABASE_URL.\n',
  })
})

test.each([
  { code: '28P01', words: 'password authentication failed for user "leadlight"' },
  { code: '3D000', words: 'database "late" does not exist' },
])('what waiting does not mend ends it at once: $words', async ({ code, words }) => {
  const { program } = await start(await startRefusing(code, words), 'api')
  expect(await program.ended).toMatchObject({
    code: 1,
    out: '',
    err: `The database cannot be opened (${words}); see DATABASE_URL.\n`,
  })
})
