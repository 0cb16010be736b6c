import { expect, onTestFinished, test } from 'vitest'
import { startSlackFixture } from '@leadlight/testing/slack-fixture'

test('no message is overdue while Slack wants its channel left alone', async () => {
  const fixture = await startSlackFixture()
  onTestFinished(() => fixture.close())
  const { app } = fixture
  /** What waits, and for how many seconds it has been due. */
  const figures = async () => {
    const { text } = await app.request('GET', '/metrics')
    const names = ['leadlight_deliveries_waiting', 'leadlight_delivery_overdue_seconds']
    return names.map((name) => Number(new RegExp(`^${name}{subscriber="slack"} (.+)$`, 'm').exec(text)?.[1]))
  }
  const site = await fixture.openWith()
  fixture.channel('C0LEADS').limited = { times: 1, retryAfterS: 1_800 }
  await site.find({}, {})
  await fixture.deliver()
  await app.clock.advance(1_200_000)
  expect(await figures()).toEqual([2, 0])
  await app.clock.advance(605_000)
  expect(await figures()).toEqual([2, 5])
  await fixture.send()
  await app.clock.advance(5_000)
  expect(await figures()).toEqual([0, 0])
})
