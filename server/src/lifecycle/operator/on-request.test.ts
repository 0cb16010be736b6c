import { getCredits } from '@leadlight/contract/organization'
import { listAuditLog } from '@leadlight/contract/team'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reserveCredits, settleReservation } from '../../core/billing/ledger.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { keepLead, newPost } from '@leadlight/testing/kept-posts'
import { mintLeadSite } from '@leadlight/testing/lead-builder'
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
  const { db, newId, ledger } = app.dependencies
  return run({ db, newId, ledger, superAdminEmails: [] })
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
})
