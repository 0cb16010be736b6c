import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import process from 'node:process'

/** The least that can stand between a browser and a model: no sign-in, no database, no filter. */
const [, , modelUrl = ''] = process.argv
const app = new Hono()
app.post('/', async (c) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${modelUrl}/chat/completions`, { method: 'POST', headers, body: await c.req.text() })
  return new Response(answer.body, { headers: { 'content-type': 'text/event-stream' } })
})
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.stdout.write(`${port}\n`))
