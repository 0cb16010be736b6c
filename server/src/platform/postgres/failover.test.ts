import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '@leadlight/testing/test-database'
import { until } from '@leadlight/testing/until'
import { openDatabase } from '../database.ts'

/** A way to PostgreSQL whose connections can go silent, as where a failover ends none of them. */
async function openWay(databaseUrl: string) {
  const { username, pathname, searchParams } = new URL(databaseUrl)
  const behind = join(searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const pairs: (readonly [near: Socket, far: Socket])[] = []
  const server = createServer((near) => {
    const far = connect(behind)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    pairs.push([near, far])
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of pairs.flat()) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}`,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume()
        far.unpipe(near).destroy()
      }
    },
  }
}

test('a server that went away without a word is reached again as soon as another stands in its place', async () => {
  const where = await createTestDatabase()
  const way = await openWay(where.databaseUrl ?? '')
  const database = await openDatabase({ ...where, databaseUrl: way.url })
  onTestFinished(() => database.close())
  expect(await database.checkReady()).toEqual({ ready: true })
  way.silence()
  expect(await database.checkReady()).toEqual({ ready: false, reason: 'The database does not answer.' })
  await until(async () => (await database.checkReady()).ready)
})
