import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLocalNotices } from '../../platform/notices.ts'
import { openStream, said, sendEvent } from '@leadlight/testing/open-stream'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const STREAMS = 20
const EVENTS_PER_LOOK = 200

let app: TestApp
/** Hears no notification. */
let deaf: TestApp
beforeAll(async () => {
  app = await startTestApp()
  deaf = await startTestApp({ notices: createLocalNotices() })
})
afterAll(() => Promise.all([app.close(), deaf.close()]))

async function place(where: TestApp) {
  const org = await where.organization()
  const { id: projectId } = await org.project()
  return {
    org,
    projectId,
    open: (after?: string) => openStream(where, { projectId, token: org.token, ...(after && { after }) }),
  }
}

test('streams hear at once of what commits, without time passing, and of no other project', async () => {
  const { org, projectId, open } = await place(app)
  const { id: otherId } = await org.project()
  const streams = await Promise.all(Array.from({ length: STREAMS - 1 }, () => open()))
  const other = await openStream(app, { projectId: otherId, token: org.token })
  // Each queries once, finds nothing, and waits.
  const heard = streams.map(said)
  const heardOther = said(other)
  await sendEvent(app, { org, projectId, source: 'first' })
  for (const text of await Promise.all(heard)) expect(text).toContain('"source":"first"')
  await sendEvent(app, { org, projectId: otherId, source: 'second' })
  expect(await heardOther).toContain('"source":"second"')
  await Promise.all([...streams, other].map((reader) => reader.cancel()))
  expect(app.database.pool.totalCount).toBeLessThanOrEqual(5)
})

test('an event without a notification is heard all the same', async () => {
  const { org, projectId, open } = await place(deaf)
  const streams = await Promise.all([open(), open()])
  const heard = Promise.all(streams.map(said))
  await sendEvent(deaf, { org, projectId, source: 'unrung' })
  const ticking = setInterval(() => void deaf.clock.advance(500), 5)
  for (const text of await heard) expect(text).toContain('"source":"unrung"')
  clearInterval(ticking)
  await Promise.all(streams.map((stream) => stream.cancel()))
})

test('a slow reader hears everything in order and delays nobody', async () => {
  const { org, projectId, open } = await place(app)
  const [slow, quick] = [await open(), await open()]
  const count = EVENTS_PER_LOOK + 50
  for (let number = 0; number < count; number += 1) {
    await sendEvent(app, { org, projectId, source: `number-${number}` })
    if (number % 50 === 0) await app.clock.advance(100)
  }
  const numbersOf = async (stream: Awaited<ReturnType<typeof open>>) => {
    const ticking = setInterval(() => void app.clock.advance(100), 5)
    const numbers: number[] = []
    while (numbers.length < count) {
      numbers.push(
        ...[...(await said(stream)).matchAll(/"source":"number-(\d+)"/g)].map(([, number]) => Number(number)),
      )
    }
    clearInterval(ticking)
    await stream.cancel()
    return numbers
  }
  const all = Array.from({ length: count }, (_, number) => number)
  expect(await numbersOf(quick)).toEqual(all)
  expect(await numbersOf(slow)).toEqual(all)
})

test('a reader who comes back hears what it missed, beside others who have heard it', async () => {
  const { org, projectId, open } = await place(app)
  const stays = await open()
  await sendEvent(app, { org, projectId, source: 'first' })
  const first = await said(stays)
  await sendEvent(app, { org, projectId, source: 'second' })
  await app.clock.advance(100)
  expect(await said(stays)).toContain('second')
  const back = await open(/^id: (\d+)$/m.exec(first)?.[1])
  const heard = await said(back)
  expect(heard).toContain('second')
  expect(heard).not.toContain('first')
  await sendEvent(app, { org, projectId, source: 'third' })
  await app.clock.advance(100)
  for (const stream of [stays, back]) {
    const text = await said(stream)
    expect(text).toContain('third')
    expect(text).not.toContain('second')
    await stream.cancel()
  }
})
