import { listLeads } from '@leadlight/contract/leads'
import { addCommunity, setChannelKey } from '@leadlight/contract/sources'
import { afterEach, expect, test } from 'vitest'
import { presentStatus, startMastodonStreamDouble } from '@leadlight/testing/doubles/mastodon-stream-double'
import { startMonitored } from '@leadlight/testing/monitoring-fixture'
import { startStreamFixture, wantedPost, type StreamFixture } from '@leadlight/testing/stream-fixture'
import { until } from '@leadlight/testing/until'

let fixture: StreamFixture
let server: Awaited<ReturnType<typeof startMastodonStreamDouble>>
afterEach(async () => {
  await fixture.close()
  await server.close()
})

/** A project that monitors a server's hashtag, with or without its own key to the server. */
async function listening({ hasKey }: { hasKey: boolean }) {
  server = await startMastodonStreamDouble()
  fixture = await startStreamFixture({ environment: { OUTBOUND_ALLOW: server.hostAndPort } })
  const org = await fixture.app.organization()
  const { projectId } = await startMonitored(org)
  const body = { fields: { server: server.instanceUrl, token: server.token } }
  if (hasKey) await org.call(setChannelKey, { params: { projectId, platform: 'mastodon' }, body })
  const source = `${server.instanceUrl}#madeup`
  await org.call(addCommunity, { params: { projectId }, body: { platform: 'mastodon', source } })
  return { org, params: { projectId } }
}

function say(number: number): void {
  const status = presentStatus(server.instanceUrl, String(number), wantedPost(number))
  server.send('update', { ...status, created_at: new Date().toISOString() })
}

test('a hashtag is streamed with the project’s own key, and again after the stream ended', async () => {
  const { org, params } = await listening({ hasKey: true })
  await until(() => server.listeners() === 1)
  say(0)
  await until(async () => (await org.call(listLeads, { params })).total === 1)
  server.cut()
  await until(() => server.listeners() === 0)
  await until(() => server.listeners() === 1)
  say(1)
  await until(async () => (await org.call(listLeads, { params })).total === 2)
  expect(server.questions.at(-1)?.search).toBe('?tag=madeup')
})

test('without a key the hashtag is polled, and no stream is opened', async () => {
  await listening({ hasKey: false })
  const asked = () => server.questions.filter(({ pathname }) => pathname.startsWith('/api/v1/timelines/tag'))
  // Once when it was added, and once by monitoring.
  await until(() => asked().length === 2)
  expect(server.questions.filter(({ pathname }) => pathname.startsWith('/api/v1/streaming'))).toEqual([])
})
