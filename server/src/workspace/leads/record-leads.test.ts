import * as contract from '@leadlight/contract/leads'
import { listIntentSignals } from '@leadlight/contract/signals'
import { postText } from '@leadlight/domain/posts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildFound,
  buildLeads,
  buildSignal,
  inOrganization,
  mintLeadSite,
  recordFound,
  type LeadSite,
} from '@leadlight/testing/lead-builder'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import type { FoundLead } from './keep-leads.ts'
import { refreshIssueStates } from './refresh-issue-states.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const TABLES = ['lead', 'lead_match', 'post_words', 'project_channel'] as const

/** All that recording writes, read from the database. */
async function everything(site: LeadSite) {
  return inOrganization(app, site, async (tx) => {
    const state: Record<string, unknown> = {}
    for (const table of TABLES) {
      const { rows } = await sql<{ row: unknown }>`
        select to_jsonb(${sql.table(table)}.*) as row from ${sql.table(table)} order by 1`.execute(tx)
      state[table] = rows.map(({ row }) => row)
    }
    return state
  })
}

async function leadCount(site: LeadSite, signalId: string): Promise<number> {
  const signals = await site.organization.call(listIntentSignals, { params: { projectId: site.projectId } })
  return signals.find(({ id }) => id === signalId)!.lead_count
}

function get(site: LeadSite, id: string) {
  return site.organization.call(contract.getLead, { params: { projectId: site.projectId, id } })
}

function evidenceOf({ post }: FoundLead, words: string) {
  const start = postText(post.title, post.text).indexOf(words)
  return [{ start, end: start + words.length, kind: 'for' as const, label: 'said' }]
}

describe('recording', () => {
  test('the same finds again changes nothing', async () => {
    const site = await mintLeadSite(app)
    const found = await buildFound(app, site, [{}, { platform: 'feed' }, { score: 90 }])
    const first = await recordFound(app, site, found)
    expect(first).toMatchObject({ matched: 0 })
    expect(first.recorded).toHaveLength(3)
    const before = await everything(site)
    await app.clock.advance(60_000)
    expect(await recordFound(app, site, found.toReversed())).toEqual({ recorded: [], matched: 0 })
    expect(await everything(site)).toEqual(before)
    expect(await recordFound(app, site, [])).toEqual({ recorded: [], matched: 0 })
  })

  test('a lead of ever so many signals goes on to be found: of those that are deleted it keeps only what fits', async () => {
    const site = await mintLeadSite(app)
    const found = await buildFound(app, site, [{}])
    const { recorded } = await recordFound(app, site, found)
    await inOrganization(app, site, (tx) =>
      sql`update lead set signal_ids = signal_ids || array(select gen_random_uuid() from generate_series(1, 155))`.execute(
        tx,
      ),
    )
    const later: string[] = []
    for (let number = 0; number < 10; number += 1) {
      const signalId = await buildSignal(app, site, `people who need a number ${number}`)
      later.push(signalId)
      await recordFound(app, { ...site, signalId }, found)
    }
    const ids = (await get(site, recorded[0]!)).intent_signals.map(({ id }) => id)
    expect(ids.toSorted()).toEqual([site.signalId, ...later].toSorted())
  })

  test('a second signal adds its match: best score, best passage, both signals once', async () => {
    const site = await mintLeadSite(app)
    const body = `We need a bookkeeper. ${'And so on. '.repeat(60)}We also hire a plumber.`
    const [found] = (await buildFound(app, site, [{ title: null, body, score: 60 }])) as [FoundLead]
    const { recorded } = await recordFound(app, site, [{ ...found, evidence: evidenceOf(found, 'need a bookkeeper') }])
    const second = await buildSignal(app, site, 'people who hire')
    const better = { ...found, score: 85, reason: 'Hires.', evidence: evidenceOf(found, 'hire a plumber') }
    for (const matched of [1, 0]) {
      expect(await recordFound(app, { ...site, signalId: second }, [better])).toEqual({ recorded: [], matched })
    }
    const lead = await get(site, recorded[0]!)
    expect(lead).toMatchObject({ score: 85, level: 'strong' })
    expect(lead.intent_signals.map(({ id }) => id)).toEqual([second, site.signalId])
    expect(lead.matches.map(({ score, reason }) => [score, reason])).toEqual([
      [85, 'Hires.'],
      [60, 'Asks for a recommendation.'],
    ])
    expect(lead.excerpt.text).toContain('hire a plumber')
    expect([await leadCount(site, site.signalId), await leadCount(site, second)]).toEqual([1, 1])

    const worse = await buildSignal(app, site, 'people who wonder')
    await recordFound(app, { ...site, signalId: worse }, [{ ...found, score: 40 }])
    expect(await get(site, recorded[0]!)).toMatchObject({ score: 85, excerpt: lead.excerpt })
  })

  test('a new verdict of the same signal replaces the old, down as well as up', async () => {
    const site = await mintLeadSite(app)
    const [found] = (await buildFound(app, site, [{ score: 90 }])) as [FoundLead]
    const { recorded } = await recordFound(app, site, [found])
    expect(await recordFound(app, site, [{ ...found, score: 55, reason: 'Wonders.' }])).toEqual({
      recorded: [],
      matched: 0,
    })
    const lead = await get(site, recorded[0]!)
    expect(lead).toMatchObject({ score: 55, level: 'likely' })
    expect(lead.matches).toMatchObject([{ score: 55, reason: 'Wonders.' }])
    expect(await leadCount(site, site.signalId)).toBe(1)
  })

  test('keeps what the team did to a lead: read, starred, deleted', async () => {
    const site = await mintLeadSite(app)
    const found = await buildFound(app, site, [{}])
    const { recorded } = await recordFound(app, site, found)
    const params = { projectId: site.projectId }
    const item = { params: { ...params, id: recorded[0]! } }
    await site.organization.call(contract.readLead, item)
    await site.organization.call(contract.starLead, { ...item, body: { starred: true } })
    await site.organization.call(contract.markDeleted, { params, body: { lead_ids: recorded } })
    const second = await buildSignal(app, site, 'people who hire')
    expect(await recordFound(app, { ...site, signalId: second }, found)).toEqual({ recorded: [], matched: 1 })
    expect(await get(site, recorded[0]!)).toMatchObject({ read: true, starred: true, deleted: true })
    expect((await site.organization.call(contract.listLeads, { params })).total).toBe(0)
  })

  test('an issue stores its state with the lead, and updates it when the post is seen again', async () => {
    const site = await mintLeadSite(app)
    const [issue, plain] = (await buildFound(app, site, [{ githubIssueState: 'OPEN' }, {}])) as [FoundLead, FoundLead]
    const states = async () => {
      const { rows } = await inOrganization(app, site, (tx) =>
        sql<{ post_id: string; state: string | null }>`
          select post_id, github_issue_state as state from lead where project_id = ${site.projectId}`.execute(tx),
      )
      const byPost = new Map(rows.map((row) => [row.post_id, row.state]))
      return [byPost.get(issue.post.id), byPost.get(plain.post.id)]
    }
    await recordFound(app, site, [issue, plain])
    expect(await states()).toEqual(['OPEN', null])
    await recordFound(app, site, [{ ...issue, post: { ...issue.post, githubIssueState: 'CLOSED' } }, plain])
    expect(await states()).toEqual(['CLOSED', null])
    const seen = { id: issue.post.id, githubIssueState: 'OPEN' as const }
    const { id: sisterId } = await site.organization.project()
    await inOrganization(app, site, (tx) => refreshIssueStates(tx, { ...site, projectId: sisterId }, [seen]))
    expect(await states()).toEqual(['CLOSED', null])
    await inOrganization(app, site, (tx) => refreshIssueStates(tx, site, [seen, { id: plain.post.id }]))
    expect(await states()).toEqual(['OPEN', null])
  })

  test('one post makes a separate lead in each project and organization', async () => {
    const site = await mintLeadSite(app)
    const found = await buildFound(app, site, [{}])
    const { id: projectId } = await site.organization.project({ name: 'Second' })
    const second = { ...site, projectId, signalId: await buildSignal(app, { ...site, projectId }, 'people') }
    const ids = []
    for (const place of [site, second, await mintLeadSite(app)])
      ids.push(...(await recordFound(app, place, found)).recorded)
    expect(new Set(ids).size).toBe(3)
  })

  test('more leads at once than fit one statement', async () => {
    const site = await mintLeadSite(app)
    const found = await buildFound(
      app,
      site,
      Array.from({ length: 1100 }, () => ({})),
    )
    expect((await recordFound(app, site, found)).recorded).toHaveLength(1100)
    expect(await leadCount(site, site.signalId)).toBe(1100)
  })

  test('two searches that find the same posts at once keep one lead each, with both matches', async () => {
    const site = await mintLeadSite(app)
    const second = await buildSignal(app, site, 'people who hire')
    const found = await buildFound(
      app,
      site,
      Array.from({ length: 30 }, () => ({})),
    )
    const replies = await Promise.all([
      recordFound(app, site, found),
      recordFound(app, { ...site, signalId: second }, found.toReversed()),
      recordFound(app, site, found.toReversed()),
    ])
    expect(replies.reduce((sum, { recorded }) => sum + recorded.length, 0)).toBe(30)
    expect(replies.reduce((sum, { matched }) => sum + matched, 0)).toBe(30)
    const page = await site.organization.call(contract.listLeads, { params: { projectId: site.projectId } })
    expect(page.total).toBe(30)
    expect(page.items.every((lead) => lead.intent_signals.length === 2)).toBe(true)
    expect([await leadCount(site, site.signalId), await leadCount(site, second)]).toEqual([30, 30])
    const [channel] = await site.organization.call(contract.listDataChannels, { params: { projectId: site.projectId } })
    expect(channel).toMatchObject({ lead_count: 30 })
  })
})

describe('any post can be a lead', () => {
  const distinct = Array.from({ length: 250_000 }, (_, index) =>
    String.fromCodePoint(0x4e00 + (index % 20_000), 0x20000 + (index % 40_000)),
  )
  const posts: [string, string][] = [
    ['of a megabyte of one word', 'word '.repeat(210_000)],
    ['of a megabyte without a space', 'x'.repeat(1_000_000)],
    [
      'of a megabyte of different words',
      Array.from({ length: 120_000 }, (_, index) => `w${index.toString(36)}`).join(' '),
    ],
    ['of a megabyte of rare characters', distinct.join(' ')],
    ['of a megabyte of addresses', 'https://example.com/a-b-c?d=e '.repeat(35_000)],
    ['of characters that grow when folded', '\uFDFA '.repeat(60_000)],
    ['of emoji', '👩‍👩‍👧‍👦🙂'.repeat(10_000)],
    ['of half characters', '\uD83D'.repeat(2)],
    ['of nothing', ''],
    ['of quotes and operators', `'"\\ & | ! <-> :* ( ) {NULL} "x",`],
  ]
  test.each(posts)('%s', async (_name, body) => {
    const site = await mintLeadSite(app)
    const [id] = await buildLeads(app, site, [{ title: null, body: body.toWellFormed() }])
    expect((await get(site, id!)).text).toBe(body.toWellFormed())
  })
})

test('evidence marks the judged words, in the lead and in its row', async () => {
  const site = await mintLeadSite(app)
  const words = fc.array(
    fc.oneof(
      fc.constantFrom('bookkeeper', 'שלום', '会計士', '👩‍🚀', 'don’t', '. ', '\n'),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    ),
    { maxLength: 120 },
  )
  const text = words.map((parts) =>
    parts
      .join(' ')
      .replaceAll(/\p{Cc}/gu, ' ')
      .toWellFormed(),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.option(text),
      text,
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 4 }),
      async (title, body, places) => {
        const whole = postText(title, body)
        const evidence = places
          .map(([a, b]) => ({
            start: a % (whole.length + 1),
            end: b % (whole.length + 1),
            kind: 'for' as const,
            label: 'said',
          }))
          .filter(({ start, end }) => start < end && whole.slice(start, end).isWellFormed())
        const [id] = await buildLeads(app, site, [{ title, body, evidence }])
        const lead = await get(site, id!)
        expect(lead.matches[0]!.evidence).toEqual(evidence)
        expect(lead.text).toContain(lead.excerpt.text)
        for (const { start, end } of lead.excerpt.evidence) {
          const quote = lead.excerpt.text.slice(start, end)
          expect(evidence.some((one) => whole.slice(one.start, one.end).includes(quote))).toBe(true)
        }
      },
    ),
    { numRuns: 40 },
  )
})
