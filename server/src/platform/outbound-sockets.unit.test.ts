import { createHash } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startJetstreamDouble, type JetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import { createManualClock, type ManualClock } from '@leadlight/testing/manual-clock'
import { until } from '@leadlight/testing/until'
import { createOutbound, type Outbound } from './outbound.ts'
import type { OutboundSocket } from './outbound-sockets.ts'

let site: JetstreamDouble
let clock: ManualClock
let outbound: Outbound

beforeEach(async () => {
  site = await startJetstreamDouble()
  clock = createManualClock('2026-11-21T00:00:00Z')
  outbound = createOutbound({ userAgent: 'Leadlight/1', clock, allow: [site.url.replace('ws://', '')] })
})
afterEach(async () => {
  await outbound.close()
  await site.close()
})

async function open(init: Parameters<OutboundSocket>[1] = {}) {
  const frames = outbound.guardedSocket(`${site.url}/subscribe`, init)
  const first = frames.next()
  first.catch(() => {})
  await until(() => site.listeners() === 1)
  return { frames, first }
}

test('text frames arrive one by one, in order, and other frames are skipped', async () => {
  const { frames, first } = await open()
  for (const frame of ['a', new Uint8Array([1]), 'b\nc', '', '漢']) site.sendRaw(frame)
  const rest = [await first, await frames.next(), await frames.next(), await frames.next()]
  expect(rest.map(({ value }) => value)).toEqual(['a', 'b\nc', '', '漢'])
  await frames.return(undefined as never)
  await until(() => site.listeners() === 0)
})

test('a frame above the limit ends the connection, however it was compressed', async () => {
  const { first } = await open({ limits: { maxFrameBytes: 100_000 } })
  // Compressed, a thousandth of it is sent.
  site.sendRaw('x'.repeat(10_000_000))
  await expect(first).rejects.toMatchObject({ name: 'OutboundError', kind: 'unreachable', why: 'closed' })
  await until(() => site.listeners() === 0)
})

test('frames sent faster than they are read are bounded, and those queued are still delivered', async () => {
  const { frames, first } = await open({ limits: { queuedCharsMax: 1_000 } })
  for (let number = 0; number < 100; number++) site.sendRaw(`${number} `.padEnd(100, 'x'))
  await until(() => site.listeners() === 0)
  const read = [(await first).value]
  const error = await frames
    .next()
    .then(async function goOn({ value }): Promise<unknown> {
      read.push(value)
      return frames.next().then(goOn)
    })
    .catch((thrown: unknown) => thrown)
  // The first goes to the waiting reader, at once or a moment later.
  expect([10, 11]).toContain(read.length)
  expect(read.map((frame) => Number(frame.split(' ')[0]))).toEqual(read.map((_, index) => index))
  expect(error).toMatchObject({ kind: 'unreachable', why: 'too_slow' })
})

test('a handshake without an answer times out', async () => {
  site.refuseNext('hang')
  const frames = outbound.guardedSocket(`${site.url}/subscribe`)
  const first = frames.next().catch((error: unknown) => error)
  await until(() => site.questions.length === 1)
  await clock.advance(14_999)
  expect(clock.sleeping()).toBe(1)
  await clock.advance(1)
  expect(await first).toMatchObject({ name: 'OutboundError', kind: 'timeout' })
  expect(clock.sleeping()).toBe(0)
})

test('a caller who gives up while it connects gets their own reason', async () => {
  site.refuseNext('hang')
  const giveUp = new AbortController()
  const gone = new Error('nobody waits any more')
  const first = outbound
    .guardedSocket(`${site.url}/subscribe`, { signal: giveUp.signal })
    .next()
    .catch((error: unknown) => error)
  await until(() => site.questions.length === 1)
  giveUp.abort(gone)
  expect(await first).toBe(gone)
  expect(clock.sleeping()).toBe(0)
})

test('a redirect is not followed', async () => {
  let connections = 0
  const there = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => there.listen(0, '127.0.0.1', resolve))
  const { port } = there.address() as AddressInfo
  const site302 = createServer((socket) => {
    socket.resume().on('error', () => socket.destroy())
    socket.end(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${port}/\r\nContent-Length: 0\r\n\r\n`)
  })
  await new Promise<void>((resolve) => site302.listen(0, '127.0.0.1', resolve))
  const url = `ws://127.0.0.1:${(site302.address() as AddressInfo).port}/`
  await expect(outbound.operatorSocket(url).next()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(connections).toBe(0)
  await Promise.all([there, site302].map((server) => new Promise((resolve) => server.close(resolve))))
})

test('each reason for not connecting has an error of its own', async () => {
  const secure = site.url.replace('ws://', 'wss://')
  await expect(outbound.operatorSocket(secure).next()).rejects.toMatchObject({ kind: 'tls' })
  const elsewhere = createOutbound({ userAgent: 'test', resolve: async () => [] })
  await expect(elsewhere.guardedSocket('wss://nowhere.example/').next()).rejects.toMatchObject({ kind: 'unknown_host' })
  await elsewhere.close()
})

test('a peer that never closes is dropped all the same', async () => {
  const peers = new Set<unknown>()
  let greeting = ''
  const deaf = createServer((socket) => {
    peers.add(socket)
    socket.on('close', () => peers.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.once('data', (head) => {
      greeting = String(head)
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n')
      socket.write(`Sec-WebSocket-Accept: ${acceptFor(greeting)}\r\n\r\n`)
      socket.write(Buffer.from([0x81, 0x02, 0x68, 0x69]))
    })
  })
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
  const frames = outbound.operatorSocket(`ws://127.0.0.1:${(deaf.address() as AddressInfo).port}/`)
  expect((await frames.next()).value).toBe('hi')
  expect(greeting).toMatch(/user-agent: Leadlight\/1/i)
  await frames.return(undefined as never)
  await until(() => peers.size === 0)
  expect(clock.sleeping()).toBe(0)
  await new Promise((resolve) => deaf.close(resolve))
})

test('nothing connects while a transaction is open, and closing ends open connections', async () => {
  const careful = createOutbound({
    userAgent: 'test',
    allow: [site.url.replace('ws://', '')],
    assertNoTransaction: () => {
      throw new Error('a transaction is open')
    },
  })
  await expect(careful.guardedSocket(site.url).next()).rejects.toThrow('a transaction is open')
  expect(site.questions).toEqual([])
  await careful.close()
  const { first } = await open()
  await outbound.close()
  await expect(first).rejects.toMatchObject({ name: 'OutboundError' })
})

function acceptFor(head: string): string {
  const key = /sec-websocket-key: (\S+)/i.exec(head)?.[1] ?? ''
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
}
