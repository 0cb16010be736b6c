import { NO_SCORE } from '@leadlight/domain/scoring'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { startWebhookFixture, type WebhookFixture } from '@leadlight/testing/webhook-fixture'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let fixture: WebhookFixture
beforeAll(async () => {
  fixture = await startWebhookFixture()
})
afterAll(() => fixture.close())

async function deliver(): Promise<void> {
  await fixture.deliverEvents()
  await fixture.send()
}

test('a webhook is sent a lead that gains its first score, unless it was sent the lead before', async () => {
  const strict = await fixture.open({ minimum_score: 70 })
  const [id = ''] = await strict.find({ score: NO_SCORE })
  const matched = {
    type: 'matched' as const,
    intent_signal_id: strict.signalId,
    lead_ids: [id],
    former_scores: [null],
  }
  await deliver()
  expect(fixture.received([strict.secret])).toEqual([])
  await inOrganization(fixture.app, strict, (tx) => sql`update lead set score = 90 where id = ${id}`.execute(tx))
  await strict.announce(matched)
  await strict.announce(matched)
  await deliver()
  await strict.announce(matched)
  await deliver()
  expect(fixture.received([strict.secret])).toMatchObject([{ type: 'lead.created', data: { lead: { id, score: 90 } } }])

  fixture.receiver.questions.length = 0
  const easy = await fixture.open()
  const [told = ''] = await easy.find({ score: NO_SCORE })
  await easy.announce({ ...matched, intent_signal_id: easy.signalId, lead_ids: [told] })
  await deliver()
  await easy.announce({ ...matched, intent_signal_id: easy.signalId, lead_ids: [told] })
  await deliver()
  expect(fixture.received([easy.secret])).toHaveLength(1)
})
