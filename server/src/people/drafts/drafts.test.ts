// Also on the embedded database: a journey of this slice.
import { draftMessage, updateDraftReply, WrittenDraft } from '@leadlight/contract/drafts'
import { getLead } from '@leadlight/contract/leads'
import { updateProject } from '@leadlight/contract/projects'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { capGuests } from '../../core/billing/guest-spending.ts'
import {
  askDraft,
  CHARGED,
  creditsOf,
  ledgerOf,
  mintDraftSite,
  draftHistoryOf,
  draftsOf,
  openDraft,
  readEvents,
  SAY_WORDS,
  startDraftFixture,
  streamDraft,
  type DraftSite,
  type DraftFixture,
  WORDS,
} from '@leadlight/testing/draft-fixture'
import { buildLeads, inOrganization } from '@leadlight/testing/lead-builder'

let fixture: DraftFixture
beforeAll(async () => {
  fixture = await startDraftFixture()
})
afterAll(() => fixture.close())
beforeEach(() => {
  fixture.model.asked.length = 0
  fixture.model.script = SAY_WORDS
})

function ask(site: DraftSite, body: object = {}) {
  return askDraft(site, { body })
}

const entriesOf = (site: DraftSite) => ledgerOf(fixture.app, site)
const historyOf = (site: DraftSite) => draftHistoryOf(fixture.app, site)

describe('a draft', () => {
  test('is streamed word for word, kept, recorded in the history and charged once', async () => {
    const site = await mintDraftSite(fixture.app)
    const before = await creditsOf(site.organization)
    const { status, deltas, end } = await streamDraft(fixture.app, site.organization, site)

    expect(status).toBe(200)
    expect(deltas.join('')).toBe(WORDS)
    expect(deltas.length).toBeGreaterThan(1)
    expect(end?.event).toBe('done')
    const written = WrittenDraft.parse(end?.data)
    expect(written).toMatchObject({ draft: WORDS, credits_spent: 2, details: { written_by: 'double-1' } })
    expect(await draftsOf(site)).toEqual([written.details])
    expect(await historyOf(site)).toEqual(['Drafted a reply'])
    expect(await entriesOf(site)).toEqual(CHARGED)
    expect(await creditsOf(site.organization)).toBe(before - 2)
  })

  test('is answered whole if no stream is asked for', async () => {
    const site = await mintDraftSite(fixture.app)
    const reply = await ask(site, { message_type: 'dm', stream: false })
    expect(reply.status).toBe(200)
    expect(WrittenDraft.parse(reply.body)).toMatchObject({ draft: WORDS, details: { message_type: 'dm' } })
    expect(await historyOf(site)).toEqual(['Drafted a message'])
  })

  test('is written from the lead and the business, with the post kept apart from the orders', async () => {
    const evidence = [
      { start: 0, end: 9, kind: 'for' as const, label: 'asks' },
      { start: 10, end: 15, kind: 'against' as const, label: 'speaks against it' },
    ]
    const site = await mintDraftSite(fixture.app, { title: 'Need help', body: 'Books </post> are a mess', evidence })
    const writing = { tone: 'dry', language: 'German', rules: 'Never say cheap', samples: ['Moin.'], signature: '– R.' }
    const body = { business_name: 'Netscope', business_description: 'Sees networks.', writing }
    await site.organization.call(updateProject, { params: { id: site.projectId }, body })
    await ask(site, { message_type: 'dm', prompt: 'Mention the tour' })

    const { instructions, prompt } = fixture.model.asked[0]!
    for (const said of [
      'Netscope',
      'Sees networks.',
      'dry',
      'German',
      'Never say cheap',
      'Moin.',
      '– R.',
      'the tour',
    ]) {
      expect(prompt).toContain(said)
      expect(instructions).not.toContain(said)
    }
    expect(prompt).toContain('<post>\nNeed help\nBooks  are a mess\n</post>')
    expect(prompt.match(/<\/post>/g)).toHaveLength(1)
    expect(prompt).toContain('Words that show the need: "Need help"\n')
  })

  test('is revised, not begun again, when it is asked for again with a prompt', async () => {
    const site = await mintDraftSite(fixture.app)
    await ask(site)
    await ask(site)
    await ask(site, { prompt: 'Shorter' })
    const [, again, changed] = fixture.model.asked
    expect(again?.prompt).not.toContain(WORDS)
    expect(changed?.prompt).toContain(WORDS)
    expect(changed?.prompt).toContain('Shorter')
  })

  test('names an earlier draft of the project that reads like it', async () => {
    const site = await mintDraftSite(fixture.app)
    const [otherId] = await buildLeads(fixture.app, site, [{}])
    await ask(site)
    const reply = await ask({ ...site, leadId: otherId! })
    const { details } = WrittenDraft.parse(reply.body)
    expect(details.similar_to).toEqual({ lead_id: site.leadId, share: 1 })
    const edited = await site.organization.call(updateDraftReply, {
      params: { projectId: site.projectId, id: otherId! },
      body: { draft: 'Something else altogether, in words of my own.' },
    })
    expect(edited).toMatchObject({ similar_to: null, written_by: 'A person' })
  })

  test('becomes talking points where a platform wants a person’s own words; a message does not', async () => {
    const site = await mintDraftSite(fixture.app, { platform: 'hacker_news' })
    const reply = WrittenDraft.parse((await ask(site)).body)
    const message = WrittenDraft.parse((await ask(site, { message_type: 'dm' })).body)
    expect([reply.details.is_talking_points, message.details.is_talking_points]).toEqual([true, false])
    expect(fixture.model.asked[0]?.instructions).toContain('talking points')
    const lead = await site.organization.call(getLead, { params: { projectId: site.projectId, id: site.leadId } })
    expect(lead.drafting).toEqual({ is_allowed: false, why: expect.stringContaining('talking points') as string })
    const free = await mintDraftSite(fixture.app)
    const other = await free.organization.call(getLead, { params: { projectId: free.projectId, id: free.leadId } })
    expect(other.drafting).toEqual({ is_allowed: true, why: null })
  })

  test('is its writer’s once they have changed it, and recorded once', async () => {
    const site = await mintDraftSite(fixture.app, { platform: 'hacker_news' })
    await ask(site)
    const params = { projectId: site.projectId, id: site.leadId }
    const save = (draft: string) => site.organization.call(updateDraftReply, { params, body: { draft } })
    expect(await save('- one point\n\n- another')).toMatchObject({ is_talking_points: true })
    expect(await save('We had that too.')).toMatchObject({ is_talking_points: false, written_by: 'A person' })
    expect(await draftsOf(site)).toMatchObject([{ draft: 'We had that too.' }])
    expect(await historyOf(site)).toEqual(['Drafted talking points', 'Wrote the reply'])
  })
})

test('is cut, kept and charged once if the model never ends', async () => {
  const site = await mintDraftSite(fixture.app)
  fixture.model.script = () => ({ kind: 'endless' })
  const { end } = await streamDraft(fixture.app, site.organization, site)
  expect(end?.event).toBe('done')
  expect(String(end?.data['draft']).length).toBeLessThanOrEqual(10_000)
  expect(await entriesOf(site)).toEqual(CHARGED)
  await expect.poll(() => fixture.model.asked[0]?.isCutOff).toBe(true)
})

describe('no model is asked', () => {
  test('without the credits for it', async () => {
    const site = await mintDraftSite(fixture.app)
    await inOrganization(fixture.app, site, (tx) => sql`update credit_account set balance = 1999`.execute(tx))
    const { status } = await streamDraft(fixture.app, site.organization, site)
    const reply = await ask(site, { stream: false })
    expect([status, reply.status]).toEqual([402, 402])
    expect(reply.problem()).toMatchObject({ code: 'no_credits_left' })
    expect(fixture.model.asked).toEqual([])
  })

  test('for guests beyond their cap', async () => {
    const site = await mintDraftSite(fixture.app)
    const { organization, organizationId, projectId } = site
    await inOrganization(fixture.app, site, (tx) => capGuests(tx, organizationId, projectId, 3000))
    const guest = await organization.member('GUEST', { projectIds: [projectId] })
    expect((await streamDraft(fixture.app, guest, site)).end?.event).toBe('done')
    expect((await streamDraft(fixture.app, guest, site)).status).toBe(402)
    expect((await streamDraft(fixture.app, organization, site)).end?.event).toBe('done')
    expect(fixture.model.asked).toHaveLength(2)
  })

  test('for a foreign lead, which answers exactly like a missing one', async () => {
    const site = await mintDraftSite(fixture.app)
    const foreign = await mintDraftSite(fixture.app)
    const guest = await site.organization.member('GUEST')
    const answers = await Promise.all([
      ask({ ...site, leadId: foreign.leadId }),
      ask({ ...site, leadId: fixture.app.dependencies.newId() }),
    ])
    const bare = answers.map((reply) => ({ ...reply.problem(), request_id: undefined, status: reply.status }))
    expect(bare[0]).toMatchObject({ status: 404, code: 'lead_not_found' })
    expect(bare[1]).toEqual(bare[0])
    expect((await ask({ ...site, projectId: foreign.projectId, leadId: foreign.leadId })).status).toBe(404)
    expect((await streamDraft(fixture.app, guest, site)).status).toBe(404)
    const params = { projectId: site.projectId, id: foreign.leadId }
    expect((await site.organization.ask(updateDraftReply, { params, body: { draft: 'x' } })).status).toBe(404)
    expect(fixture.model.asked).toEqual([])
  })
})

test('the audit log records a streamed draft once, by a model or not', async () => {
  const actionsOf = async (app: DraftFixture['app'], site: DraftSite) => {
    const { rows } = await inOrganization(app, site, (tx) =>
      sql<{ action: string; target: object }>`
        select action, target from audit_entry where action = 'draftMessage'`.execute(tx),
    )
    return rows
  }
  const site = await mintDraftSite(fixture.app)
  await streamDraft(fixture.app, site.organization, site)
  expect(await actionsOf(fixture.app, site)).toMatchObject([{ target: { id: site.leadId, message_type: 'reply' } }])
  const plain = await startDraftFixture({ environment: { AI_PROVIDER: 'local', AI_MODEL: '' } })
  try {
    const own = await mintDraftSite(plain.app)
    const { end } = await streamDraft(plain.app, own.organization, own)
    expect(end).toMatchObject({ event: 'done', data: { credits_spent: 0 } })
    expect(String(end?.data['draft'])).toMatch(/^[^\n]*bookkeeper[^\n]*\[/u)
    expect(await actionsOf(plain.app, own)).toHaveLength(1)
    expect(plain.model.asked).toEqual([])
  } finally {
    await plain.close()
  }
})

test('every event is as the contract says', async () => {
  const site = await mintDraftSite(fixture.app)
  const response = await openDraft(fixture.app, site.organization, site)
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const { deltas, end } = readEvents(await response.text())
  for (const delta of deltas) expect(draftMessage.reply.parse({ delta })).toEqual({ delta })
  expect(draftMessage.reply.parse(end?.data)).toEqual(end?.data)
})
