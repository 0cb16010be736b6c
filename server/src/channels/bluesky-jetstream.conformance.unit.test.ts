import { createOutbound } from '../platform/outbound.ts'
import { createImpatientClock } from '@leadlight/testing/channel-fixtures'
import { startJetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import { describeStream } from '@leadlight/testing/stream-conformance'
import { createBluesky } from './bluesky.ts'

describeStream('Bluesky', {
  cursor: 'brings_missed',
  slowReader: 'let_go',
  async open({ networkClock, queuedCharsMax }) {
    const double = await startJetstreamDouble()
    const outbound = createOutbound({ userAgent: 'test', ...(networkClock && { clock: networkClock }) })
    const limits = queuedCharsMax === undefined ? {} : { queuedCharsMax }
    const channel = createBluesky({
      pdsUrl: 'http://127.0.0.1:9',
      fetch: outbound.operator,
      clock: createImpatientClock('2026-11-21T12:00:00Z'),
      jetstream: { url: double.url, open: outbound.operatorSocket, limits },
    })
    return {
      channel,
      source: null,
      key: null,
      say: (number, text) => double.sendPost(`post${number}`, text),
      unsay: (number) => double.sendDeletion(`post${number}`),
      externalIdOf: (number) => `at://did:plc:madeup/app.bsky.feed.post/post${number}`,
      keepAlive: () => double.send({ did: 'did:plc:other', kind: 'identity', identity: { handle: 'made.up' } }),
      garble() {
        for (const frame of ['', '{', 'null', '[]', '{"kind":"commit"}', '{"time_us":"x"}']) double.sendRaw(frame)
        double.sendRaw(new Uint8Array([1, 2, 3]))
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
