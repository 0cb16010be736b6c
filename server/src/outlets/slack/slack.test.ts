import * as contract from '@leadlight/contract/slack'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { slackScope } from '../../platform/scopes.ts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { inOrganization } from '@leadlight/testing/lead-builder'
import { startSlackFixture, type SlackSite, type SlackFixture } from '@leadlight/testing/slack-fixture'
import { startTestApp } from '@leadlight/testing/test-app'
import { revokeTokens } from './revoke-tokens.ts'

let fixture: SlackFixture
beforeAll(async () => {
  fixture = await startSlackFixture()
})
afterEach(() => fixture.reset())
afterAll(() => fixture.close())

async function authorize({ organization, params }: SlackSite): Promise<string> {
  return (await organization.call(contract.connectSlack, { params })).authorization_url
}

function comeBack(site: Pick<SlackSite, 'organization'>, back: URLSearchParams) {
  return site.organization.request('GET', `/api/v1/slack/oauth-callback?${back.toString()}`)
}

describe('connecting', () => {
  test('leads to Slack and back, and says with which workspace', async () => {
    const site = await fixture.open({ teamId: null })
    expect(await site.connection()).toMatchObject({ connected: false, team: null })
    const url = new URL(await authorize(site))
    expect(url.searchParams.get('redirect_uri')).toBe('https://leads.example.com/slack-callback')
    expect(url.searchParams.get('scope')).toBe('chat:write,chat:write.public,channels:read,groups:read')
    const reply = await comeBack(site, fixture.slack.allow(url.href, 'T0MARBLE'))
    expect(reply.body).toEqual({ project_id: site.projectId, team_name: 'Marble Books' })
    expect(await site.connection()).toMatchObject({
      connected: true,
      team: { id: 'T0MARBLE', name: 'Marble Books' },
      default_channel: null,
      problem: null,
      waiting: 0,
    })
  })

  test('works once, for the account that began it, within ten minutes', async () => {
    const site = await fixture.open({ teamId: null })
    const other = await fixture.open({ teamId: null })
    const back = fixture.slack.allow(await authorize(site), 'T0MARBLE')
    const invalid = { status: 400, code: 'slack_state_invalid' }
    expect((await comeBack(other, back)).problem()).toMatchObject(invalid)
    expect((await comeBack(site, back)).status).toBe(200)
    expect((await comeBack(site, back)).problem()).toMatchObject(invalid)
    const late = fixture.slack.allow(await authorize(site), 'T0MARBLE')
    await fixture.app.clock.advance(10 * 60_000)
    expect((await comeBack(site, late)).problem()).toMatchObject(invalid)
    const forged = fixture.slack.allow(await authorize(site), 'T0MARBLE')
    forged.set('state', 'x'.repeat(43))
    expect((await comeBack(site, forged)).problem()).toMatchObject(invalid)
  })

  test('with a code that Slack does not know changes nothing', async () => {
    const site = await fixture.open({ teamId: null })
    const back = fixture.slack.allow(await authorize(site), 'T0MARBLE')
    back.set('code', 'made-up')
    expect((await comeBack(site, back)).problem()).toMatchObject({ status: 400, code: 'slack_state_invalid' })
    expect(await site.connection()).toMatchObject({ connected: false })
  })

  test('again with the same workspace keeps the channels, and with another begins anew', async () => {
    const site = await fixture.open()
    const { organization, params } = site
    const body = { channel_id: 'C0LEADS', channel_name: 'leads' }
    await organization.call(contract.createSlackChannelConfig, { params, body })
    await site.connect('T0MARBLE')
    expect(await organization.call(contract.listSlackChannelConfigs, { params })).toHaveLength(1)
    await site.connect('T0OTHER')
    expect(await organization.call(contract.listSlackChannelConfigs, { params })).toEqual([])
    expect((await site.connection()).team?.name).toBe('Other Books')
  })

  test('is not offered where the operator has no app at Slack', async () => {
    const app = await startTestApp()
    const organization = await app.organization()
    const reply = await organization.request('GET', '/api/v1/slack/oauth-callback?code=c&state=s')
    expect(reply.problem()).toMatchObject({ status: 404, code: 'slack_not_offered' })
    await app.close()
  })

  test('keeps the token sealed, and the state hashed', async () => {
    const site = await fixture.open()
    const state = new URL(await authorize(site)).searchParams.get('state') ?? ''
    const token = fixture.slack.teams[0]?.token ?? ''
    expect(token).toMatch(/^xoxb-/)
    const all = await openUnfenced(fixture.app.database)
    expect(await findWords(all, token)).toEqual([])
    expect(await findWords(all, state)).toEqual([])
    expect(JSON.stringify(fixture.app.log.lines)).not.toContain(token)
  })
})

describe('disconnecting', () => {
  test('deletes the channels and revokes the token', async () => {
    const site = await fixture.open({ teamId: 'T0OTHER' })
    const team = fixture.slack.teams[1]
    await fixture.send()
    await letOthersGo('T0OTHER', site)
    await site.organization.call(contract.disconnectSlack, { params: site.params })
    await fixture.send()
    await revokeTokens(fixture.deps)
    expect(await site.connection()).toMatchObject({ connected: false })
    expect(team?.token).toBeNull()
  })

  test('leaves the token of a workspace alone while another project is connected with it', async () => {
    const site = await fixture.open()
    const other = await fixture.open()
    await site.organization.call(contract.disconnectSlack, { params: site.params })
    await revokeTokens(fixture.deps)
    expect(fixture.slack.teams[0]?.token).toMatch(/^xoxb-/)
    expect(await other.connection()).toMatchObject({ connected: true, problem: null })
  })

  test('revokes it later where Slack cannot be reached', async () => {
    const site = await fixture.open({ teamId: null })
    await letOthersGo('T0OTHER', site)
    await site.connect('T0OTHER')
    fixture.slack.failNext({ kind: 'status', status: 503 }, 4)
    await site.organization.call(contract.disconnectSlack, { params: site.params })
    await fixture.send()
    expect(fixture.slack.teams[1]?.token).toMatch(/^xoxb-/)
    fixture.slack.recover()
    await revokeTokens(fixture.deps)
    expect(fixture.slack.teams[1]?.token).toBeNull()
  })

  test('happens when a project is deleted', async () => {
    const site = await fixture.open({ teamId: 'T0OTHER' })
    await letOthersGo('T0OTHER', site)
    await inOrganization(fixture.app, site, (tx) => sql`delete from project where id = ${site.projectId}`.execute(tx))
    await revokeTokens(fixture.deps)
    expect(fixture.slack.teams[1]?.token).toBeNull()
  })
})

/** Disconnects all other projects from the workspace, so that this is its only one. */
async function letOthersGo(teamId: string, site: SlackSite): Promise<void> {
  const rows = await fixture.app.db.read(
    slackScope(),
    sql<{ organization_id: string; project_id: string }>`
      select organization_id, project_id from slack_connection where team_id = ${teamId} and project_id <> ${site.projectId}`,
  )
  for (const { organization_id: organizationId, project_id: projectId } of rows) {
    await inOrganization(fixture.app, { organizationId, projectId }, (tx) =>
      sql`delete from slack_connection where project_id = ${projectId}`.execute(tx),
    )
  }
}

describe('channels', () => {
  test('are listed page by page, without archived ones', async () => {
    const { organization, params } = await fixture.open()
    const names: string[] = []
    let cursor: string | null = null
    do {
      const query = { limit: '2', ...(cursor !== null && { cursor }) }
      const page: { items: { name: string }[]; next_cursor: string | null } = await organization.call(
        contract.listSlackChannels,
        { params, query },
      )
      names.push(...page.items.map(({ name }) => name))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(names).toEqual(['general', 'leads', 'sales', 'board'])
  })

  test('are found by a part of their name, however many there are', async () => {
    const { organization, params } = await fixture.open({ teamId: 'T0OTHER' })
    const team = fixture.slack.teams.find(({ id }) => id === 'T0OTHER')
    for (let n = 0; n < 6_000; n += 1) team?.addChannel(`C0N${n}`, `room-${n}`)
    team?.addChannel('C0LAST', 'far-away')
    const found: { id: string; name: string }[] = []
    let [cursor, calls]: [string | null, number] = [null, 0]
    do {
      const query = { name: '#Far', ...(cursor !== null && { cursor }) }
      const page: { items: { id: string; name: string }[]; next_cursor: string | null } = await organization.call(
        contract.listSlackChannels,
        { params, query },
      )
      found.push(...page.items)
      cursor = page.next_cursor
      calls += 1
    } while (cursor !== null)
    expect(found).toMatchObject([{ id: 'C0LAST', name: 'far-away' }])
    expect(calls).toBe(2)
  })

  test.each([
    [{ kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 503, 'slack_unavailable', /in 30 seconds/],
    [{ kind: 'html' }, 503, 'slack_unavailable', /cannot be reached/],
    [{ kind: 'reset' }, 503, 'slack_unavailable', /cannot be reached/],
    [{ kind: 'body', body: '{"ok":false,"error":"missing_scope"}' }, 502, 'slack_refused', /allow what Slack asks for/],
  ] as const)('that cannot be listed say why: %j', async (fault, status, code, detail) => {
    const { organization, params } = await fixture.open()
    fixture.slack.failNext(fault)
    const reply = await organization.request('GET', `/api/v1/slack/${params.projectId}/channels`)
    expect(reply.problem()).toMatchObject({ status, code })
    expect(reply.problem().detail).toMatch(detail)
  })

  test('can be made the default, and unset again', async () => {
    const { organization, params } = await fixture.open()
    const query = { channel_id: 'C0LEADS', channel_name: 'leads' }
    const set = await organization.call(contract.setSlackDefaultChannel, { params, query })
    expect(set.default_channel).toEqual({ id: 'C0LEADS', name: 'leads', problem: null })
    const none = { channel_id: '', channel_name: '' }
    expect(
      (await organization.call(contract.setSlackDefaultChannel, { params, query: none })).default_channel,
    ).toBeNull()
  })
})

describe('a rule', () => {
  test('is added, listed, changed and removed', async () => {
    const { organization, params, signalId, projectId } = await fixture.open()
    const body = { channel_id: 'C0LEADS', channel_name: 'leads', intent_signals: [signalId], minimum_score: 60 }
    const added = await organization.call(contract.createSlackChannelConfig, { params, body })
    expect(added).toMatchObject({ ...body, new_leads: true, statuses: [], problem: null })
    const one = { projectId, id: added.id }
    const changed = await organization.call(contract.updateSlackChannelConfig, {
      params: one,
      body: { minimum_score: null, new_leads: false },
    })
    expect(changed).toMatchObject({ channel_id: 'C0LEADS', minimum_score: null, new_leads: false })
    expect(await organization.call(contract.listSlackChannelConfigs, { params })).toEqual([changed])
    await organization.call(contract.deleteSlackChannelConfig, { params: one })
    expect(await organization.call(contract.listSlackChannelConfigs, { params })).toEqual([])
  })

  test('is refused beyond twenty, even when many are added at once', async () => {
    const { organization, projectId } = await fixture.open()
    const body = { channel_id: 'C0LEADS', channel_name: 'leads' }
    const add = () => organization.request('POST', `/api/v1/slack/${projectId}/channel_configs`, { body })
    const added = await Promise.all(Array.from({ length: 22 }, add))
    expect(added.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(added.find(({ status }) => status === 409)?.problem()).toMatchObject({ code: 'slack_config_limit_reached' })
  })

  test('of another organization gets the same answer as a missing one', async () => {
    const owner = await fixture.open()
    const stranger = await fixture.open()
    const body = { channel_id: 'C0LEADS', channel_name: 'leads' }
    const { id } = await owner.organization.call(contract.createSlackChannelConfig, { params: owner.params, body })
    const ask = async (ruleId: string) => {
      const path = `/api/v1/slack/${stranger.projectId}/channel_configs/${ruleId}`
      const reply = await stranger.organization.request('PUT', path, { body: { new_leads: false } })
      return { status: reply.status, code: reply.problem().code, detail: reply.problem().detail }
    }
    expect(await ask(id)).toEqual(await ask(fixture.app.dependencies.newId()))
    expect(await ask(id)).toMatchObject({ status: 404, code: 'slack_config_not_found' })
    const foreign = { ...body, intent_signals: [owner.signalId] }
    const path = `/api/v1/slack/${stranger.projectId}/channel_configs`
    expect((await stranger.organization.request('POST', path, { body: foreign })).problem()).toMatchObject({
      status: 404,
      code: 'signal_not_found',
    })
  })
})

describe('a test message', () => {
  test('is sent at once', async () => {
    const { organization, params } = await fixture.open()
    const sent = await organization.call(contract.sendSlackTest, { params, body: { channel_id: 'C0LEADS' } })
    expect(sent).toEqual({ sent: true, problem: null })
    expect(fixture.channel('C0LEADS').messages[0]?.text).toContain('This is a test from Leadlight.')
  })

  test.each([
    ['C0OLD', 'is_archived', /Bring it back in Slack/],
    ['C0GONE', 'channel_not_found', /deleted, or is private/],
  ])('to %s says what is wrong, and the rule shows it', async (channelId, code, detail) => {
    const { organization, params } = await fixture.open()
    const body = { channel_id: channelId, channel_name: 'old' }
    await organization.call(contract.createSlackChannelConfig, { params, body })
    const sent = await organization.call(contract.sendSlackTest, { params, body: { channel_id: channelId } })
    expect(sent).toMatchObject({ sent: false, problem: { code } })
    expect(sent.problem?.detail).toMatch(detail)
    const [rule] = await organization.call(contract.listSlackChannelConfigs, { params })
    expect(rule?.problem).toMatchObject({ code })
  })

  test('again with the same Idempotency-Key is not sent, and gets the first answer', async () => {
    const { organization, params } = await fixture.open()
    const before = fixture.channel('C0LEADS').messages.length
    const test = { params, body: { channel_id: 'C0LEADS' } }
    for (let pressed = 0; pressed < 2; pressed += 1) {
      const sent = await organization.ask(contract.sendSlackTest, test, { headers: { 'idempotency-key': 'tested' } })
      expect(sent).toMatchObject({ status: 200, body: { sent: true, problem: null } })
    }
    expect(fixture.channel('C0LEADS').messages).toHaveLength(before + 1)
  })

  test('is rate limited', async () => {
    const { organization, projectId } = await fixture.open()
    const path = `/api/v1/slack/${projectId}/test`
    const body = { channel_id: 'C0LEADS' }
    for (let sent = 0; sent < 20; sent++) await organization.request('POST', path, { body })
    expect((await organization.request('POST', path, { body })).problem()).toMatchObject({ status: 429 })
  })
})
