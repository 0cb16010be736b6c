import { connect } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer, type WebServerLimits } from './web-server.ts'

const IMPATIENT: WebServerLimits = { headersMs: 150, requestMs: 300, checkEveryMs: 50, stopMs: 500 }
/** For requests that must succeed: on a busy machine one may take a second to be read. */
const PATIENT: WebServerLimits = { headersMs: 30_000, requestMs: 30_000, checkEveryMs: 50, stopMs: 30_000 }
const HERE = { host: '127.0.0.1', port: 0 }

const running: WebServer[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()))
})

async function start(limits: WebServerLimits, hono: Hono = new Hono()): Promise<WebServer> {
  const server = await startWebServer({ hono }, HERE, limits)
  running.push(server)
  return server
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Sends the pieces with a pause after each; resolves with what came back until the other side closed. */
function trickle(port: number, pieces: readonly string[], pauseMs: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece)
        await wait(pauseMs)
      }
    })
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })
}

describe('a client that trickles is cut off', () => {
  test('in its headers', async () => {
    const { port } = await start(IMPATIENT)
    const pieces = ['GET / HTTP/1.1\r\n', ...Array.from({ length: 20 }, (_, i) => `x-${i}: slow\r\n`)]

    expect(await trickle(port, pieces, 60)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('in its body', async () => {
    const hono = new Hono().post('/', async (c) => c.text(await c.req.text()))
    const { port } = await start(IMPATIENT, hono)
    const head = 'POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\n'

    expect(await trickle(port, [head, ...Array.from({ length: 20 }, () => 'a')], 60)).not.toContain('200')
  })
})

test('where a message ends is not guessed: with two lengths it is refused, and what follows in it is not read', async () => {
  const paths: string[] = []
  const hono = new Hono().all('*', (c) => {
    paths.push(c.req.path)
    return c.text('read')
  })
  const { port } = await start(PATIENT, hono)
  const hidden = 'GET /hidden HTTP/1.1\r\nhost: here\r\n\r\n'
  for (const lengths of [
    'content-length: 4\r\ntransfer-encoding: chunked',
    'transfer-encoding: chunked\r\ncontent-length: 4',
    'content-length: 4\r\ncontent-length: 5',
    'transfer-encoding: chunked, identity',
  ]) {
    const head = `POST / HTTP/1.1\r\nhost: here\r\n${lengths}\r\n\r\n0\r\n\r\n`
    expect([lengths, await trickle(port, [head + hidden], 0)]).toEqual([
      lengths,
      expect.stringMatching(/^HTTP\/1\.1 400 /),
    ])
  }
  expect(paths).not.toContain('/hidden')
})

describe('what is refused before it is read is told in a problem document:', () => {
  test.each([
    {
      what: 'headers too large',
      head: `GET / HTTP/1.1\r\nhost: here\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      status: 431,
    },
    { what: 'no HTTP', head: 'SSH-2.0-client\r\n\r\n', status: 400 },
  ])('$what', async ({ head, status }) => {
    const { port } = await start(PATIENT)
    const [headers = '', body = ''] = (await trickle(port, [head], 0)).split('\r\n\r\n')

    expect(headers).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\r\ncontent-type: application/problem\\+json`))
    expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status, detail: expect.stringMatching(/\.$/) })
  })
})

test('an answer may stream for longer than a request may take', async () => {
  const hono = new Hono().get('/', () => {
    const encoder = new TextEncoder()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await wait(300)
        controller.enqueue(encoder.encode(`data: ${sent}\n\n`))
        if (++sent === 7) controller.close()
      },
    })
    return new Response(body)
  })
  const { port } = await start({ ...PATIENT, headersMs: 1_500, requestMs: 1_500 }, hono)

  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('data: 6')
})

describe('stopping', () => {
  test('lets a running request end and takes no new one', async () => {
    const arrived = Promise.withResolvers<void>()
    const hono = new Hono().get('/', async (c) => {
      arrived.resolve()
      await wait(200)
      return c.text('done')
    })
    const server = await start(PATIENT, hono)
    const address = `http://127.0.0.1:${server.port}/`
    const request = fetch(address)
    await arrived.promise
    const stopped = server.stop()
    running.length = 0

    await expect(fetch(address)).rejects.toThrow()
    expect(await (await request).text()).toBe('done')
    await stopped
  })

  test('cuts requests that do not end', async () => {
    const hono = new Hono().get(
      '/',
      () => new Response(new ReadableStream({ start: (c) => c.enqueue(new Uint8Array(9)) })),
    )
    const server = await start({ ...PATIENT, stopMs: 500 }, hono)
    const response = await fetch(`http://127.0.0.1:${server.port}/`)
    const startMs = performance.now()
    await server.stop()
    running.length = 0

    expect(performance.now() - startMs).toBeLessThan(60_000)
    await expect(response.text()).rejects.toThrow()
  })
})

test('a taken port is reported in a sentence', async () => {
  const { port } = await start(PATIENT)
  const second = startWebServer({ hono: new Hono() }, { ...HERE, port })

  await expect(second).rejects.toThrow(`Port ${port} is taken by another program; set PORT to a free one.`)
})
