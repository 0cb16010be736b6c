// node bare.ts: Hono's own event streams, which only send a sign of life every 15 seconds.
import process from 'node:process'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { answerWeight } from './measured.ts'

const KEEP_OPEN_EVERY_MS = 15_000

const app = new Hono()
app.get('/api/v1/events/:projectId', (c) =>
  streamSSE(c, async (stream) => {
    await stream.write(': open\nretry: 2000\n\n')
    while (!stream.aborted) {
      await stream.sleep(KEEP_OPEN_EVERY_MS)
      await stream.write(': still here\n\n')
    }
  }),
)
answerWeight()
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.({ port }))
