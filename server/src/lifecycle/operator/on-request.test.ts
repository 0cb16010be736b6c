import { getCredits } from '@leadlight/contract/organization'
import { makeLeadNotice, updatePrivacy } from '@leadlight/contract/privacy'
import { listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reserveCredits, settleReservation } from '../../core/billing/ledger.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { foundOf, keepLead, keepPosts, newPost } from '@leadlight/testing/kept-posts'
import { mintLeadSite, recordFound } from '@leadlight/testing/lead-builder'
import { json } from '@leadlight/testing/received-messages'
import { openReceiving, send } from '@leadlight/testing/receiving-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { HELP, readCommand } from './commands.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { MONTHLY_CREDITS: '100' } })
})
afterAll(() => app.close())

/** The lines the command prints; rejects with the sentence it fails with. */
async function operate(args: string[]): Promise<string[]> {
  const run = readCommand(args)
  if (run === 'help') return HELP
  if ('withoutDatabase' in run) return run.withoutDatabase(app.config)
  return run(operatorParts(app))
}

describe('refund-charge', () => {
  async function charged() {
    const organization = await app.organization()
    const { ledger } = app.dependencies
    const { organizationId } = organization
    const occasion = {
      what: 'A search',
      work: 'search',
      projectId: null,
      signalId: null,
      accountId: null,
      role: null,
    } as const
    const entryId = await app.db.transaction(organizationScope(organizationId), async (tx) => {
      await reserveCredits(tx, ledger, organizationId, { key: 'search:1', amount: 5_000, occasion })
      await settleReservation(tx, ledger, organizationId, { key: 'search:1', used: 4_000 })
      const query = sql<{ id: string }>`
        select id from credit_entry where organization_id = ${organizationId} and kind = 'charge'`
      return (await query.execute(tx)).rows[0]!.id
    })
    return { organization, entryId }
  }

  test('gives a charge back once, even when run several times at once, and records it in the ledger and audit log', async () => {
    const { organization, entryId } = await charged()
    expect((await organization.call(getCredits)).credit_balance).toBe(96)
    const refund = () => operate(['refund-charge', organization.email, entryId, '--why', 'Found nothing new'])
    const said = (await Promise.all([refund(), refund(), refund()])).flat().toSorted()

    const name = `Firm of ${organization.email}`
    const before = `What ${name} was charged there was given back before; nothing was changed.`
    expect(said).toEqual([`Gave 4 credits back to ${name}.`, before, before])
    expect((await organization.call(getCredits)).credit_balance).toBe(100)
    const { items } = await organization.call(listAuditLog, { query: { action: 'operator.refund-charge' } })
    expect(items).toMatchObject([{ actor_id: null, target: { credits: '4', entry_id: entryId } }])
  })

  test('refunds neither another organization’s charge nor an entry that is no charge', async () => {
    const { organization, entryId } = await charged()
    const stranger = await app.organization()
    const nothing = 'The organization has no charge of that id'
    await expect(operate(['refund-charge', stranger.email, entryId])).rejects.toThrow(nothing)
    const query = sql<{ id: string }>`
      select id from credit_entry where organization_id = ${organization.organizationId} and kind = 'grant'`
    const scope = organizationScope(organization.organizationId)
    const [grant] = (await app.db.transaction(scope, (tx) => query.execute(tx))).rows
    await expect(operate(['refund-charge', organization.email, grant!.id])).rejects.toThrow(nothing)
    await expect(operate(['refund-charge', organization.email, 'search:1'])).rejects.toThrow('the id of one charge')
  })
})

describe('forget-author', () => {
  test('first says whom it would erase, then erases their posts in every organization and logs no name', async () => {
    const sites = [await mintLeadSite(app), await mintLeadSite(app)]
    const own = newPost(app, { externalId: 'forget-1', author: 'zqwortle', text: 'Marmalade for all.' })
    await keepLead(app, sites, own)
    const other = newPost(app, { externalId: 'forget-2', author: 'bea', text: 'Marmalade for some.' })
    await keepLead(app, sites, other)
    const ask = await openUnfenced(app.database)
    const bodies = () => ask(`select body from post where external_id like 'forget-%' order by external_id`)

    const address = 'https://people.example/zqwortle'
    expect(await operate(['forget-author', 'hacker_news', address])).toEqual([
      'id        name      address                          posts',
      'zqwortle  zqwortle  https://people.example/zqwortle  1',
      'Nothing was erased yet. To erase all of these posts for good, add --yes.',
    ])
    expect(await bodies()).toMatchObject([{ body: 'Marmalade for all.' }, { body: 'Marmalade for some.' }])
    expect(await operate(['forget-author', 'hacker_news', 'zqwortle', '--yes'])).toEqual([
      'Erased one post and whose they were, in every organization.',
    ])
    expect((await bodies()).at(-1)).toEqual({ body: 'Marmalade for some.' })
    expect(await findWords(ask, 'zqwortle')).toEqual([])
    await expect(operate(['forget-author', 'hacker_news', 'zqwortle', '--yes'])).rejects.toThrow(
      'No post on hacker_news',
    )
    const [entry] = await ask(`select target from audit_entry where action = 'operator.forget-author'`)
    expect(entry).toEqual({ target: { platform: 'hacker_news', posts: '1' } })
  })

  test('finds, counts and deletes what waits to be judged in every organization, also of an author with nothing else', async () => {
    const ask = await openUnfenced(app.database)
    const places = [await openReceiving(app, { signals: [] }), await openReceiving(app, { signals: [] })]
    for (const [at, place] of places.entries()) {
      const posts = ['u/QuillWaits', 'quillwaits', 'quillstays'].map((author, number) => ({ url: `https://www.reddit.com/r/pens/comments/${at}${number}`, text: 'Which quill?', author })) // oxfmt-ignore
      const namesake = { url: `https://forum.example/${at}`, text: 'A namesake asks.', author: 'quillwaits' }
      await send(app, place.path, json([...posts, namesake]))
    }
    const authors = async () => (await ask<{ author: string }>(`select item->>'author' as author from received_post where item->>'author' ilike '%quill%' order by 1`, [])).map(({ author }) => author) // oxfmt-ignore
    expect(await authors()).toHaveLength(8)
    const found = await operate(['forget-author', 'reddit', 'quillwaits'])
    expect(found.slice(1, -1).map((line) => line.trim().split(/\s+/u).at(-1))).toEqual(['2', '2'])
    expect(await authors()).toHaveLength(8)
    expect(await operate(['forget-author', 'reddit', 'quillwaits', '--yes'])).toEqual([
      'Erased 4 posts and whose they were, in every organization.',
    ])
    expect(await authors()).toEqual(['quillstays', 'quillstays', 'quillwaits', 'quillwaits'])
    expect(await operate(['forget-author', 'by_hand', 'forum.example/quillwaits', '--yes'])).toEqual([
      'Erased 2 posts and whose they were, in every organization.',
    ])
    expect(await authors()).toEqual(['quillstays', 'quillstays'])
    await expect(operate(['forget-author', 'reddit', 'quillwaits'])).rejects.toThrow('No post on reddit')
  })

  test('asks for the address where a platform numbers its users per site', async () => {
    const site = await mintLeadSite(app)
    for (const host of ['one.example', 'two.example']) {
      const post = newPost(app, { externalId: `twin-${host}`, platform: 'stack_exchange', author: '77', text: host })
      await keepLead(app, [site], {
        ...post,
        author: { externalId: '77', name: 'Ada', url: `https://${host}/users/77` },
      })
    }
    const said = await operate(['forget-author', 'stack_exchange', '77', '--yes'])
    expect(said.at(-1)).toBe('These are several. Say whom, by the address.')
    await operate(['forget-author', 'stack_exchange', 'https://one.example/users/77', '--yes'])
    const ask = await openUnfenced(app.database)
    expect(await ask(`select author_url from post where author_external_id = '77'`)).toEqual([
      { author_url: 'https://two.example/users/77' },
    ])
  })

  test('erases the posts of an account in every form, as they are exported', async () => {
    const site = await mintLeadSite(app)
    const forms = [
      ['vulpina', 'vulpina', 'https://github.com/vulpina'],
      ['#6001', 'vulpina', 'https://github.com/vulpina'],
      ['#6001', 'lupina', 'https://github.com/lupina'],
      ['#6002', 'corvina', 'https://github.com/corvina'],
    ] as const
    const named = forms.map(([externalId, name, url], at) => ({
      ...newPost(app, { externalId: `form-${at}`, platform: 'github', text: `Form ${at}` }),
      author: { externalId, name, url },
    }))
    await keepPosts(app, site, named)
    const [told = ''] = await operate(['export-held', 'github', 'vulpina'])
    const { posts } = JSON.parse(told) as { posts: { text: string }[] }
    expect(posts.map(({ text }) => text).toSorted()).toEqual(['Form 0', 'Form 1', 'Form 2'])
    expect((await operate(['forget-author', 'github', '#6001'])).slice(1)).toEqual([
      expect.stringMatching(/^#6001 +lupina +/u),
      expect.stringMatching(/^#6001 +vulpina +/u),
      'Nothing was erased yet. To erase all of these posts for good, add --yes.',
    ])
    expect(await operate(['forget-author', 'github', 'vulpina', '--yes'])).toEqual([
      'Erased 3 posts and whose they were, in every organization.',
    ])
  })

  test('finds an account without an address, and not its namesake on a site', async () => {
    const site = await mintLeadSite(app)
    for (const [externalId, name, url] of [
      ['gone-1', 'user4790', null],
      ['gone-2', 'Eve', 'https://superuser.com/users/4790/eve'],
    ] as const) {
      const post = newPost(app, { externalId, platform: 'stack_exchange', text: `Asked by ${name}` })
      await keepPosts(app, site, [{ ...post, author: { externalId: '4790', name, url } }])
    }
    const [told = ''] = await operate(['export-held', 'stack_exchange', 'user4790'])
    expect(JSON.parse(told)).toMatchObject({ posts: [{ text: 'Asked by user4790' }] })
    expect(await operate(['forget-author', 'stack_exchange', 'user4790', '--yes'])).toEqual([
      'Erased one post and whose they were, in every organization.',
    ])
  })
})

describe('forget-objections', () => {
  test('changes nothing until it is confirmed, and then deletes the key with every hash', async () => {
    const ask = await openUnfenced(app.database)
    await operate(['suppress', 'github', '1234', '--id', '--yes'])
    const site = await mintLeadSite(app)
    const { leadIds } = await keepLead(app, [site], newPost(app, { externalId: 'linked-1', author: 'linkedto' }))
    await site.organization.call(updatePrivacy, { body: { contact: 'privacy@firm.example' } })
    await site.organization.call(makeLeadNotice, { params: { projectId: site.projectId, id: leadIds[0] ?? '' } })
    expect(await ask(`select from notice where authors <> '{}'`)).toHaveLength(1)
    expect((await operate(['forget-objections'])).at(-1)).toContain('add --yes')
    expect(await ask('select from suppressed_everywhere')).not.toEqual([])
    await operate(['forget-objections', '--yes'])
    for (const table of ['suppressed_author', 'suppressed_everywhere', 'suppression_key']) {
      expect(await ask(`select from ${table}`)).toEqual([])
    }
    expect(await ask(`select from notice where authors <> '{}'`)).toEqual([])
  })
})

describe('suppress', () => {
  test('erases somebody from every organization, leads and all, and no organization gets them back', async () => {
    const sites = [await mintLeadSite(app), await mintLeadSite(app)]
    const own = newPost(app, { externalId: 'suppress-1', author: 'quixwort', text: 'Rhubarb for all.' })
    await keepLead(app, sites, own)
    await keepPosts(app, sites[0]!, [newPost(app, { externalId: 'suppress-2', author: 'quixwort', text: 'Rhubarb.' })])
    const ask = await openUnfenced(app.database)

    const first = await operate(['suppress', 'hacker_news', 'quixwort'])
    expect(first.at(-1)).toBe('Nothing was done yet. To erase them everywhere and keep them out for good, add --yes.')
    expect(await findWords(ask, 'rhubarb')).toContain('public.lead')
    expect(await operate(['suppress', 'hacker_news', 'quixwort', '--yes'])).toEqual([
      'What was held of them is erased in every organization, and they are kept out for good.',
    ])
    expect(await findWords(ask, 'quixwort')).toEqual([])
    expect(await findWords(ask, 'rhubarb')).toEqual([])
    for (const site of [...sites, await mintLeadSite(app)]) {
      const again = newPost(app, { externalId: 'suppress-3', author: 'quixwort', text: 'Rhubarb again.' })
      const [id = ''] = await keepPosts(app, site, [again])
      expect(await recordFound(app, site, [foundOf(again, id)])).toEqual({ recorded: [], matched: 0 })
    }
    const entries = await ask(`select target from audit_entry where action = 'operator.suppress'`)
    expect(entries).toContainEqual({ target: { platform: 'hacker_news' } })
  })

  test('keeps out an account without posts here by its id alone', async () => {
    const site = await mintLeadSite(app)
    await expect(operate(['suppress', 'github', '4711', '--yes'])).rejects.toThrow('add --id')
    await operate(['suppress', 'github', '4711', '--id', '--yes'])
    const found = newPost(app, { externalId: 'suppress-4', platform: 'github', author: '4711' })
    const [id = ''] = await keepPosts(app, site, [found])
    expect(await recordFound(app, site, [foundOf(found, id)])).toEqual({ recorded: [], matched: 0 })
  })

  test('tells an account by its id as it tells that of posts, and refuses what is none', async () => {
    const site = await mintLeadSite(app)
    await operate(['suppress', 'reddit', '/u/Quix_Marrow', '--id', '--yes'])
    await operate(['suppress', 'stack_exchange', 'superuser.com/4712', '--id', '--yes'])
    for (const [platform, externalId, name, url] of [
      ['reddit', 't2_marrow', 'Quix_Marrow', null],
      ['stack_exchange', '4712', 'Marrow', 'https://superuser.com/users/4712/marrow'],
    ] as const) {
      const post = { ...newPost(app, { externalId: `by-id-${name}`, platform }), author: { externalId, name, url } }
      const [id = ''] = await keepPosts(app, site, [post])
      expect(await recordFound(app, site, [foundOf(post, id)])).toEqual({ recorded: [], matched: 0 })
    }
    for (const [platform, id] of [
      ['hackernews', 'pg'],
      ['stack_exchange', '4713'],
    ] as const) {
      for (const sure of [[], ['--yes']]) {
        await expect(operate(['suppress', platform, id, '--id', ...sure])).rejects.toThrow('No account has the id')
      }
      await expect(operate(['export-held', platform, id])).rejects.toThrow('No account has the id')
    }
  })
})

describe('export-held', () => {
  test('exports what waits to be judged of an author who is nobody’s lead, of each organization that has it', async () => {
    const place = await openReceiving(app, { signals: [] })
    const theirs = { url: 'https://news.ycombinator.com/item?id=1', text: 'Who binds books?', author: 'bookwaits' }
    await send(app, place.path, json([theirs, { ...theirs, url: 'https://news.ycombinator.com/item?id=2', author: 'another' }])) // oxfmt-ignore
    const [told = ''] = await operate(['export-held', 'hacker_news', 'bookwaits'])
    const { organizations } = JSON.parse(told) as { organizations: unknown[] }
    expect(organizations).toMatchObject([
      {
        organization_id: place.org.organizationId,
        held: [{ project: { id: place.projectId }, person: null, waiting_to_be_judged: [{ author: 'bookwaits', text: 'Who binds books?' }] }], // oxfmt-ignore
      },
    ])
    expect(told).not.toContain('another')
  })

  test('exports nobody where several are meant', async () => {
    const site = await mintLeadSite(app)
    for (const host of ['three.example', 'four.example']) {
      const post = newPost(app, { externalId: `held-${host}`, platform: 'stack_exchange', text: host })
      const author = { externalId: '78', name: 'Ada', url: `https://${host}/users/78` }
      await keepLead(app, [site], { ...post, author })
    }
    const several = 'These are several. Say whom, by the address.'
    await expect(operate(['export-held', 'stack_exchange', '78'])).rejects.toThrow(several)
    const [told = ''] = await operate(['export-held', 'stack_exchange', 'https://three.example/users/78'])
    expect(told).toContain('three.example')
    expect(told).not.toContain('four.example')
  })
})
