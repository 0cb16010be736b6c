import { getCredits } from '@leadlight/contract/organization'
import { listLeads } from '@leadlight/contract/leads'
import { watchNames } from '@leadlight/contract/watched-names'
import { WAITING_DAYS_MAX } from '@leadlight/domain/receiving'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantCredits, lockedBalance } from '../../core/billing/ledger.ts'
import { insertSuppressed } from '../../core/suppression/suppressed-authors.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { ASKED } from '@leadlight/testing/lead-posts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { json, octolensBody } from '@leadlight/testing/received-messages'
import { addressOf, judge, openReceiving, receivingDependencies, send } from '@leadlight/testing/receiving-fixture'
import { BOOKKEEPING } from '@leadlight/testing/search-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { dropUnwelcome } from './drop-unwelcome.ts'
import { sweep } from './register-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '2', SESSION_DAYS: '90' } })
})
afterAll(() => app.close())

function asking(number: number) {
  return {
    url: `https://www.linkedin.com/posts/${number}`,
    title: '',
    text: `${ASKED[number % 4]} I have asked ${number} times and tell everybody that number ${number} was the best of all.`,
    author: `rosa_${number}`,
  }
}

test('what the credits pay for is judged, and the rest waits until there are more, as its address says', async () => {
  const place = await openReceiving(app)
  await send(app, place.path, json(Array.from({ length: 11 }, (_, at) => asking(at))))
  await judge(app, place)
  expect((await place.org.call(getCredits)).credit_balance).toBe(0)
  const waits = {
    received: 11,
    waiting: 7,
    waits_because: 'They wait for credits: judging goes on as soon as there are some.',
  }
  expect(await addressOf(place)).toMatchObject(waits)
  await judge(app, place)
  expect(await addressOf(place)).toMatchObject(waits)

  const { organizationId } = place.org
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    grantCredits(tx, app.dependencies.ledger, organizationId, { key: 'more', amount: 10_000, what: 'More' }),
  )
  await judge(app, place)
  const { total } = await place.org.call(listLeads, { params: { projectId: place.projectId } })
  expect(await addressOf(place)).toMatchObject({ received: 11, leads: total, waiting: 0, waits_because: null })
  expect((await place.org.call(getCredits)).credit_balance).toBe(10 - 7 * 0.5)
})

test('where names alone are watched nothing costs anything, so what comes is judged without credits', async () => {
  const place = await openReceiving(app, { signals: [] })
  const { organizationId } = place.org
  await app.db.transaction(organizationScope(organizationId), async (tx) => {
    const balance = await lockedBalance(tx, app.dependencies.ledger, organizationId)
    await grantCredits(tx, app.dependencies.ledger, organizationId, { key: 'none', amount: -balance, what: 'None' })
  })
  expect((await place.org.call(getCredits)).credit_balance).toBe(0)
  await place.org.call(watchNames, { params: { projectId: place.projectId }, body: { names: 'zyxwell' } })
  const named = { ...asking(1), text: 'We left Zyxwell for a spreadsheet, and nobody has looked back since then.' }
  await send(app, place.path, json([named, asking(2)]))
  await judge(app, place)
  expect(await addressOf(place)).toMatchObject({ received: 2, leads: 1, waiting: 0, waits_because: null })
  const { items } = await place.org.call(listLeads, { params: { projectId: place.projectId } })
  expect(items.map(({ score }) => score)).toEqual([null])
  expect((await place.org.call(getCredits)).credit_balance).toBe(0)
})

test('every minute what waits has its turn, and what has waited for a month is deleted', async () => {
  const place = await openReceiving(app, { signals: [] })
  await send(app, place.path, octolensBody(asking(1)))
  const ask = await openUnfenced(app.database)
  const jobs = () => ask(`select payload from job where name = 'receiving.judge' and key = $1`, [place.projectId])
  await ask(`delete from job where key = $1`, [place.projectId])
  await app.clock.advance((WAITING_DAYS_MAX - 1) * 24 * 3_600_000)
  await send(app, place.path, octolensBody(asking(2)))
  await sweep(app.dependencies.matching)
  expect(await addressOf(place)).toMatchObject({ waiting: 2 })
  expect(await jobs()).toHaveLength(1)
  await app.clock.advance(24 * 3_600_000 + 1)
  await sweep(app.dependencies.matching)
  expect(await addressOf(place)).toMatchObject({ waiting: 1 })
})

test('what one post needs is not asked of the judge again before there is more than did not suffice', async () => {
  const place = await openReceiving(app, { signals: [BOOKKEEPING, `${BOOKKEEPING} soon`] })
  const { organizationId } = place.org
  await send(app, place.path, json(Array.from({ length: 9 }, (_, at) => asking(at))))
  await judge(app, place)
  const grant = (key: string, amount: number) =>
    app.db.transaction(organizationScope(organizationId), (tx) =>
      grantCredits(tx, app.dependencies.ledger, organizationId, { key, amount, what: 'More' }),
    )
  // Enough for one of the two signals.
  await grant('some', 500)
  const deps = receivingDependencies(app)
  let judged = 0
  const counting = {
    ...deps,
    judge: { judge: (...given: Parameters<typeof deps.judge.judge>) => ((judged += 1), deps.judge.judge(...given)) },
  }
  await judge(app, place, counting)
  expect(judged).toBeGreaterThan(0)
  judged = 0
  await judge(app, place, counting)
  expect(judged).toBe(0)
  expect((await addressOf(place))?.waiting).toBeGreaterThan(0)
  await grant('more', 10_000)
  await judge(app, place, counting)
  expect(await addressOf(place)).toMatchObject({ waiting: 0 })
})

test('what somebody wrote who has objected is not even kept to wait', async () => {
  const place = await openReceiving(app, { signals: [] })
  const { suppression } = app.dependencies.matching
  const { organizationId } = place.org
  const author = suppression.inOrganization(organizationId, { platform: 'reddit', externalId: 'quillobjected' })
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    insertSuppressed(tx, organizationId, [{ author, at: app.clock.now() }]),
  )
  const theirs = { ...asking(1), url: 'https://www.reddit.com/r/bookkeeping/comments/1', author: 'u/quillobjected' }
  expect((await send(app, place.path, json([theirs, asking(2)]))).body).toMatchObject({
    taken: 1,
    kept_out: 1,
    duplicates: 0,
  })
  expect(await findWords(await openUnfenced(app.database), 'quillobjected')).toEqual([])
})

test('of somebody who objects nothing goes on waiting, and nothing of theirs becomes a lead', async () => {
  const place = await openReceiving(app, { signals: [] })
  await send(app, place.path, json([{ ...asking(1), author: 'QuillKeptOut' }, asking(2)]))
  const { suppression } = app.dependencies.matching
  const { organizationId } = place.org
  const author = suppression.inOrganization(organizationId, {
    platform: 'by_hand',
    externalId: 'linkedin.com/quillkeptout',
  })
  await app.db.transaction(organizationScope(organizationId), (tx) =>
    insertSuppressed(tx, organizationId, [{ author, at: app.clock.now() }]),
  )
  await dropUnwelcome(app.dependencies.matching, organizationId, new AbortController().signal)
  expect(await findWords(await openUnfenced(app.database), 'QuillKeptOut')).toEqual([])
  expect(await addressOf(place)).toMatchObject({ waiting: 1 })
})

test('to look for what somebody who objects has waiting ends with its job, before the next page', async () => {
  const place = await openReceiving(app, { signals: [] })
  const stopping = new AbortController()
  stopping.abort(new Error('The worker stops.'))
  const dropping = dropUnwelcome(app.dependencies.matching, place.org.organizationId, stopping.signal)
  await expect(dropping).rejects.toThrow('The worker stops.')
})
