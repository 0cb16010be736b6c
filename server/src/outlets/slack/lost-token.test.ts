// Also on the embedded database: a journey of this slice.
import * as contract from '@leadlight/contract/slack'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { slackScope } from '../../platform/scopes.ts'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { addRule, startSlackFixture, type SlackSite, type SlackFixture } from '@leadlight/testing/slack-fixture'
import { revokeTokens } from './revoke-tokens.ts'

let fixture: SlackFixture
beforeAll(async () => {
  fixture = await startSlackFixture()
})
afterAll(() => fixture.close())

/** As after the installation's secret was lost. */
async function loseToken(site: SlackSite): Promise<void> {
  await inOrganization(fixture.app, site, (tx) =>
    tx
      .updateTable('slack_connection')
      .set({ token: new Uint8Array(80) })
      .where('project_id', '=', site.projectId)
      .execute(),
  )
}

test('a token that cannot be decrypted is reported, and not retried over and over', async () => {
  const site = await fixture.open()
  await addRule(site)
  await loseToken(site)
  await site.find({})
  await fixture.deliver()
  const { problem, waiting } = await site.connection()
  expect({ problem, waiting }).toMatchObject({ problem: { code: 'token_lost' }, waiting: 0 })
  expect(problem?.detail).toContain('Connect again')
  const channels = await site.organization.ask(contract.listSlackChannels, { params: site.params })
  expect(channels.problem().code).toBe('slack_refused')
  await site.connect('T0MARBLE')
  expect((await site.connection()).problem).toBeNull()
})

test('a token that cannot be decrypted does not keep others from being revoked', async () => {
  const lost = await fixture.open({ teamId: 'T0OTHER' })
  await loseToken(lost)
  await lost.organization.call(contract.disconnectSlack, { params: lost.params })
  await fixture.app.clock.advance(1_000)
  const other = await fixture.open({ teamId: 'T0OTHER' })
  await other.organization.call(contract.disconnectSlack, { params: other.params })
  await revokeTokens(fixture.deps)
  const { rows } = await fixture.app.db.transaction(slackScope(), (tx) => sql`select from slack_revocation`.execute(tx))
  expect(rows).toEqual([])
})
