import { createOutbound } from '../platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startMastodonStreamDouble } from '@leadlight/testing/doubles/mastodon-stream-double'
import { describeStream } from '@leadlight/testing/stream-conformance'
import { createMastodon } from './mastodon.ts'

describeStream('Mastodon', {
  cursor: 'ignored',
  slowReader: 'waited_for',
  async open({ networkClock }) {
    const double = await startMastodonStreamDouble()
    const outbound = createOutbound({
      userAgent: 'test',
      allow: [double.hostAndPort],
      ...(networkClock && { clock: networkClock }),
    })
    const idOf = (number: number) => String(110_000 + number)
    return {
      channel: createMastodon({ fetch: outbound.guarded, clock: createImpatientClock('2026-11-21T12:00:00Z') }),
      source: { externalId: `${double.instanceUrl}#madeup` },
      key: { server: double.instanceUrl, token: double.token },
      say: (number, text) => double.sendStatus('update', idOf(number), text),
      unsay: (number) => double.send('delete', idOf(number)),
      externalIdOf: (number) => `${double.instanceUrl}/@made_up/${idOf(number)}`,
      keepAlive: () => double.thump(),
      garble() {
        for (const data of ['', '{', 'null', '{"id":7}']) double.send('update', data)
        double.send('unheard_of', 'x')
        double.send('delete', '12')
      },
      listeners: () => double.listeners(),
      cut: () => double.cut(),
      shut: () => double.close(),
      async stop() {
        await outbound.close()
        await double.close()
      },
    }
  },
})
