import { listHistory } from '@leadlight/contract/lead-work'
import { listLeads } from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import { createReceivingAddress, listReceivingAddresses, revokeReceivingAddress } from '@leadlight/contract/receiving'
import { createIntentSignal } from '@leadlight/contract/signals'
import { RECEIVING_ADDRESSES_MAX } from '@leadlight/domain/receiving'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASKED } from '@leadlight/testing/lead-posts'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import {
  f5botMail,
  googleAlertsMail,
  json,
  octolensBody,
  slackBody,
  syftenBody,
  type SentPost,
} from '@leadlight/testing/received-messages'
import { addressOf, judge, openReceiving, receivingDependencies, send } from '@leadlight/testing/receiving-fixture'
import { BOOKKEEPING } from '@leadlight/testing/search-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { until } from '@leadlight/testing/until'
import { registerReceivingJobs } from './register-jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ environment: { JUDGED_POST_PRICE: '0.5', MONTHLY_CREDITS: '1000' } })
})
afterAll(() => app.close())

function told(number: number): SentPost {
  return {
    url: `https://www.reddit.com/r/smallbusiness/comments/${number}/which`,
    title: `Which one, number ${number}?`,
    text: `${ASKED[number % 4]} I ask for the ${number}th time.`,
    author: `rosa_${number}`,
  }
}

const leadsOf = ({ org, projectId }: { org: Awaited<ReturnType<TestApp['organization']>>; projectId: string }) =>
  org.call(listLeads, { params: { projectId } })

describe('an address', () => {
  test('is told once, listed with who made it, and unknown once it is revoked', async () => {
    const org = await app.organization()
    const { id: projectId } = await org.project()
    const made = await org.call(createReceivingAddress, { params: { projectId }, body: { name: 'Octolens' } })
    expect(made.url).toMatch(/^http:\/\/localhost:\d+\/in\/[a-z2-7]{32}$/u)
    const { url, mail, ...listed } = made
    expect(mail).toBeNull()
    const list = await org.call(listReceivingAddresses, { params: { projectId } })
    expect(list).toEqual([{ ...listed, name: 'Octolens', created_by: org.email, hint: url.slice(-4), received: 0 }])
    expect(JSON.stringify(list)).not.toContain(url.slice(-20))
    const ask = await openUnfenced(app.database)
    const [row] = await ask<{ row: string }>('select to_jsonb(a)::text as row from receiving_address a where id = $1', [
      made.id,
    ])
    expect(row?.row).not.toContain(url.slice(-20))

    const { pathname } = new URL(url)
    expect(await send(app, pathname, json(told(1)))).toMatchObject({ status: 202 })
    await org.call(revokeReceivingAddress, { params: { projectId, id: made.id } })
    const revoked = await send(app, pathname, json(told(2)))
    const unknown = await send(app, `/in/${'a'.repeat(43)}`, json(told(2)))
    const noToken = await send(app, '/in/1', json(told(2)))
    for (const reply of [revoked, unknown, noToken]) {
      expect([reply.status, reply.problem().code, reply.problem().detail]).toEqual([
        404,
        'receiving_address_not_found',
        'There is no such address. It may have been revoked.',
      ])
    }
    expect(await org.call(listReceivingAddresses, { params: { projectId } })).toEqual([])
  })

  test('has only so many beside it', async () => {
    const { org, projectId } = await openReceiving(app)
    for (let number = 1; number < RECEIVING_ADDRESSES_MAX; number += 1) {
      await org.call(createReceivingAddress, { params: { projectId }, body: { name: `${number}` } })
    }
    const refused = await org.ask(createReceivingAddress, { params: { projectId }, body: { name: 'One more' } })
    expect([refused.status, refused.problem().code]).toEqual([409, 'receiving_address_limit_reached'])
  })

  test('stands in no log', async () => {
    const { path } = await openReceiving(app)
    await send(app, path, json({}))
    const log = JSON.stringify(app.log.lines)
    await send(app, path.replace('/in/', '/in//'), json({}))
    await send(app, `/${path}`, json({}))
    expect((await send(app, `${path}/`, json(told(1)))).status).toBe(202)
    expect(log).toContain('"path":"/in/…"')
    expect(JSON.stringify(app.log.lines)).not.toContain(path.slice(4))
  })
})

describe('what arrives', () => {
  test('waits, is judged as a post brought in by hand, and its lead says where it was received', async () => {
    const place = await openReceiving(app)
    const reply = await send(
      app,
      place.path,
      json([
        { ...told(0), text: ASKED[0] },
        { url: 'https://a.example/bread', text: 'The bakery has new opening hours.' },
      ]),
    )
    expect([reply.status, reply.body]).toEqual([
      202,
      { sender: 'JSON', taken: 2, duplicates: 0, kept_out: 0, shortened: 0, left_out: [] },
    ])
    expect(await addressOf(place)).toMatchObject({
      received: 2,
      leads: 0,
      waiting: 2,
      waits_because: null,
      problem: null,
    })
    const before = (await place.org.call(getCredits)).credit_balance
    await judge(app, place)
    expect(before - (await place.org.call(getCredits)).credit_balance).toBe(0.5)
    expect(await addressOf(place)).toMatchObject({ received: 2, leads: 1, waiting: 0 })
    const { items } = await leadsOf(place)
    expect(items).toMatchObject([{ platform: 'by_hand', community: 'reddit.com', author: 'rosa_0', url: told(0).url }])
    const params = { projectId: place.projectId, id: items[0]?.id ?? '' }
    expect(await place.org.call(listHistory, { params })).toContainEqual(
      expect.objectContaining({ summary: 'Received at F5Bot', by: null }),
    )
  })

  test('is judged by a job soon after, also where its address was revoked meanwhile', async () => {
    const working = await startTestApp({
      prepare: ({ matching, random, config }) =>
        registerReceivingJobs({ ...matching, random, publicUrl: config.publicUrl, mailbox: undefined }),
    })
    try {
      const place = await openReceiving(working, { name: 'Syften' })
      await send(working, place.path, syftenBody([told(1)]))
      await place.org.call(revokeReceivingAddress, { params: { projectId: place.projectId, id: place.addressId } })
      expect(await until(async () => (await leadsOf(place)).total)).toBe(1)
    } finally {
      await working.close()
    }
  })

  test('is discarded with its address where that is asked for, and what arrived elsewhere is not', async () => {
    const place = await openReceiving(app)
    const { projectId } = place
    const { id, url } = await place.org.call(createReceivingAddress, { params: { projectId }, body: { name: 'Flood' } })
    await send(app, new URL(url).pathname, json([told(2), told(3)]))
    await send(app, place.path, json([told(1)]))
    await place.org.call(revokeReceivingAddress, { params: { projectId, id }, query: { waiting: 'discard' } })
    await judge(app, place)
    expect((await leadsOf(place)).total).toBe(1)
  })

  test('is seen in its project alone', async () => {
    const one = await openReceiving(app)
    const other = await openReceiving(app, { org: one.org })
    await send(app, one.path, octolensBody(told(1)))
    await judge(app, one)
    await judge(app, other)
    expect([(await leadsOf(one)).total, (await leadsOf(other)).total]).toEqual([1, 0])
    // The same post is another one there.
    expect((await send(app, other.path, octolensBody(told(1)))).body).toMatchObject({ taken: 1, duplicates: 0 })
  })

  test('is a duplicate when it comes again, from whomever, waiting or judged; with other words, what was no lead is judged by them', async () => {
    const place = await openReceiving(app)
    const asking = { ...told(3), text: ASKED[0] ?? '' }
    const dull = { ...asking, text: 'The bakery has new opening hours.' }
    expect((await send(app, place.path, f5botMail([dull]))).body).toMatchObject({ taken: 1, duplicates: 0 })
    expect((await send(app, place.path, syftenBody([dull, dull]))).body).toMatchObject({ taken: 0, duplicates: 2 })
    await judge(app, place)
    expect((await send(app, place.path, f5botMail([dull]))).body).toMatchObject({ taken: 0, duplicates: 1 })
    expect((await send(app, place.path, syftenBody([asking]))).body).toMatchObject({ taken: 1, duplicates: 0 })
    await judge(app, place)
    expect((await send(app, place.path, syftenBody([asking]))).body).toMatchObject({ taken: 0, duplicates: 1 })
    expect(await addressOf(place)).toMatchObject({ received: 2, leads: 1, waiting: 0 })
  })

  test('from five senders, three times and in any order, is judged once each: none is lost, none is double', async () => {
    const place = await openReceiving(app)
    const of = (from: number) => Array.from({ length: 6 }, (_, at) => told(from + at))
    const bodies = [
      f5botMail(of(100)),
      googleAlertsMail(of(200)),
      ...of(300).map(octolensBody),
      syftenBody(of(400)),
      ...of(500).map(slackBody),
      // Two senders found these.
      syftenBody([told(100), told(300), told(500)]),
    ]
    // In an order that looks like none, the same at each run.
    const all = [...bodies, ...bodies, ...bodies].map((body, at) => ({ body, at: (at * 7919) % 101 }))
    const shuffled = all.toSorted((one, other) => one.at - other.at).map(({ body }) => body)
    const replies = []
    for (let at = 0; at < shuffled.length; at += 6) {
      replies.push(...(await Promise.all(shuffled.slice(at, at + 6).map((body) => send(app, place.path, body)))))
      if (at % 12 === 0) await judge(app, place)
    }
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
    await judge(app, place)
    const ask = await openUnfenced(app.database)
    const posts = await ask<{ url: string }>(
      'select url from post join post_project on post_id = post.id where project_id = $1',
      [place.projectId],
    )
    const urls = [100, 200, 300, 400, 500].flatMap(of).map(({ url }) => url)
    expect(posts.map(({ url }) => url).toSorted()).toEqual(urls.toSorted())
    const { received, leads, waiting } = (await addressOf(place)) ?? {}
    const { total } = await leadsOf(place)
    expect({ received, leads, waiting }).toEqual({ received: 30, leads: total, waiting: 0 })
    expect(total).toBeGreaterThan(0)
  })

  test('at once and in numbers is judged in pieces, and a run that fails loses and doubles nothing', async () => {
    const place = await openReceiving(app)
    const bodies = [0, 1, 2].map((part) => json(Array.from({ length: 60 }, (_, at) => told(part * 60 + at))))
    await Promise.all(bodies.map((body) => send(app, place.path, body)))
    const deps = receivingDependencies(app)
    let runs = 0
    const failing = {
      ...deps,
      judge: {
        ...deps.judge,
        judge: (...asked: Parameters<typeof deps.judge.judge>) => {
          runs += 1
          if (runs % 2 === 0) throw new Error('It broke off.')
          return deps.judge.judge(...asked)
        },
      },
    }
    await until(async () => {
      const done = await judge(app, place, failing).then(
        () => true,
        () => false,
      )
      return done
    })
    expect(runs).toBeGreaterThan(4)
    expect(await addressOf(place)).toMatchObject({ received: 180, waiting: 0 })
    const ask = await openUnfenced(app.database)
    const rows = await ask<{ posts: number; charged: number }>(
      `select (select count(*)::int from post_project where project_id = $1) as posts,
        (select -sum(amount)::int from credit_entry where project_id = $1 and kind = 'charge') as charged`,
      [place.projectId],
    )
    expect(rows).toEqual([{ posts: 180, charged: 90_000 }])
  })
})

test('a project without signals keeps what arrives until it has one, and its addresses say so', async () => {
  const place = await openReceiving(app, { signals: [] })
  await send(app, place.path, octolensBody(told(1)))
  await judge(app, place)
  expect(await addressOf(place)).toMatchObject({ waiting: 1, waits_because: expect.stringContaining('intent signal') })
  await place.org.call(createIntentSignal, {
    params: { projectId: place.projectId },
    body: { intent_signal: BOOKKEEPING },
  })
  await judge(app, place)
  expect(await addressOf(place)).toMatchObject({ leads: 1, waiting: 0, waits_because: null })
})
