import { listReceivingAddresses } from '@leadlight/contract/receiving'
import { RECEIVING_CALLS_PER_MINUTE, WAITING_POSTS_MAX } from '@leadlight/domain/receiving'
import AdmZip from 'adm-zip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { f5botMail, json, syftenBody, type SentBody, type SentPost } from '@leadlight/testing/received-messages'
import { addressOf, openReceiving, send, type ReceivingProject } from '@leadlight/testing/receiving-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

const POST: SentPost = {
  url: 'https://www.reddit.com/r/smallbusiness/comments/1/which',
  title: 'Which one?',
  text: 'Which bookkeeping software do freelancers use?',
  author: 'rosa',
}

let app: TestApp
let place: ReceivingProject
beforeAll(async () => {
  app = await startTestApp()
  place = await openReceiving(app)
})
afterAll(() => app.close())

const isWaiting = async () => (await addressOf(place))?.waiting
const asMail = (body: string): SentBody => ({ contentType: 'message/rfc822', body })

describe('a body that cannot be taken', () => {
  test.each<[string, SentBody, [number, string], RegExp]>([
    [
      'malformed JSON',
      { contentType: 'application/json', body: '[{"url"' },
      [400, 'body_malformed'],
      /not well-formed JSON/u,
    ],
    [
      'bytes that are no text',
      { contentType: 'text/plain', body: '\uD800' },
      [422, 'not_understood'],
      /^This is none of/u,
    ],
    [
      'a malformed form',
      { contentType: 'multipart/form-data; boundary=x', body: 'no form' },
      [400, 'body_malformed'],
      /form/u,
    ],
    [
      'an unknown shape',
      json({ hello: 'world' }),
      [422, 'not_understood'],
      /a mail of F5Bot, Google Alerts or Syften/u,
    ],
    [
      'an unknown sender’s mail',
      asMail('From: bob@example.org\r\nSubject: Hi\r\n\r\nHello'),
      [422, 'not_understood'],
      /none/u,
    ],
    ['nothing', { contentType: 'text/plain', body: '' }, [422, 'not_understood'], /none/u],
    ['a mail of F5Bot without posts', f5botMail([]), [422, 'nothing_to_take'], /message of F5Bot .* no post/u],
    ['1,001 posts', json(Array.from({ length: 1_001 }, () => POST)), [422, 'too_many_posts'], /at most 1,000/u],
    ['posts without addresses', syftenBody([{ ...POST, url: '' }]), [422, 'nothing_to_take'], /no web address/u],
    ['2 MB', json({ ...POST, text: 'a'.repeat(2_000_000) }), [413, 'body_too_large'], /larger than 2000 KB/u],
    ['a million values', json(Array.from({ length: 500_000 }, () => 1)), [413, 'body_too_large'], /50,000 values/u],
    [
      'a thousand levels',
      { contentType: 'application/json', body: '['.repeat(1_000) },
      [422, 'invalid_request'],
      /levels/u,
    ],
  ])('%s is answered in a sentence, which stands at the address too', async (_, body, answer, detail) => {
    const reply = await send(app, place.path, body)
    expect([reply.status, reply.problem().code]).toEqual(answer)
    expect(reply.problem().detail).toMatch(detail)
    expect(await addressOf(place)).toMatchObject({ problem: reply.problem().detail, waiting: 0 })
  })

  test('some of many are left out, and the others are taken', async () => {
    const own = await openReceiving(app)
    const reply = await send(
      app,
      own.path,
      json([{ ...POST, url: 'mailto:a@b.example' }, POST, { url: 'https://a.example/2' }]),
    )
    expect([reply.status, reply.body]).toEqual([
      202,
      {
        sender: 'JSON',
        taken: 1,
        duplicates: 0,
        kept_out: 0,
        shortened: 0,
        left_out: [
          { index: 0, why: 'It has no web address that begins with https:// or http://.' },
          { index: 2, why: 'It has no words.' },
        ],
      },
    ])
    expect((await addressOf(own))?.problem).toMatch(/^2 of 3 posts of JSON could not be taken/u)
  })

  test('a post with more words than are read is shortened, and says so', async () => {
    const own = await openReceiving(app)
    const reply = await send(app, own.path, json({ ...POST, text: 'word '.repeat(5_000) }))
    expect(reply.body).toMatchObject({ taken: 1, shortened: 1 })
  })
})

describe('a hostile mail', () => {
  test('nested a hundred times is refused', async () => {
    const parts = Array.from(
      { length: 100 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    )
    const reply = await send(
      app,
      place.path,
      asMail(`From: admin@f5bot.com\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${parts.join('')}`),
    )
    expect([reply.status, reply.problem().code]).toEqual([400, 'body_malformed'])
  })

  test('with a megabyte of headers is refused', async () => {
    const header = `X-Filler: ${'a'.repeat(900)}\r\n`
    const reply = await send(app, place.path, asMail(`From: admin@f5bot.com\r\n${header.repeat(1_000)}\r\nHello`))
    expect([reply.status, reply.problem().code]).toEqual([400, 'body_malformed'])
  })

  test('with more words than anybody sends is refused', async () => {
    const reply = await send(
      app,
      place.path,
      asMail(`From: admin@f5bot.com\r\nSubject: x\r\n\r\n${'word '.repeat(150_000)}`),
    )
    expect([reply.status, reply.problem().code]).toEqual([413, 'body_too_large'])
  })

  test.each([
    ['a million lines', 'a\n'.repeat(900_000)],
    ['a thousand parts', '--o\r\n\r\nx\r\n'.repeat(1_000)],
  ])('with %s is refused before it is parsed', async (_, words) => {
    const head = 'From: admin@f5bot.com\r\nContent-Type: multipart/mixed; boundary=o\r\n\r\n'
    const reply = await send(app, place.path, asMail(head + words))
    expect([reply.status, reply.problem().code, reply.problem().detail]).toEqual([
      413,
      'body_too_large',
      'The mail has more lines or parts than are read.',
    ])
  })

  test('with an archive attached is taken, and the archive is never opened', async () => {
    const own = await openReceiving(app)
    const zip = new AdmZip()
    zip.addFile('bomb.txt', Buffer.alloc(50_000_000, 'secret words '))
    const inner = f5botMail([POST]).body.replaceAll('--part', '--inner').replace('boundary="part"', 'boundary="inner"')
    const [, rest = ''] = inner.split(/(?=Content-Type: multipart\/alternative)/u)
    const body = `From: admin@f5bot.com\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n${rest}\r\n--outer\r\nContent-Type: application/zip; name=bomb.zip\r\nContent-Disposition: attachment; filename=bomb.zip\r\nContent-Transfer-Encoding: base64\r\n\r\n${zip.toBuffer().toString('base64')}\r\n--outer--\r\n`
    expect((await send(app, own.path, asMail(body))).body).toMatchObject({ sender: 'F5Bot', taken: 1 })
    const ask = await openUnfenced(app.database)
    const [row] = await ask<{ item: object }>('select item from received_post where address_id = $1', [own.addressId])
    expect(row?.item).toMatchObject({ url: POST.url, title: POST.title, text: POST.text, author: 'rosa' })
  })

  test('with headers in its headers, scripts in its words and addresses that are none is plain text', async () => {
    const own = await openReceiving(app)
    const html = `<p>Reddit Posts (/r/x/): <a href='https://f5bot.com/url?u=https%3A%2F%2Fa.example%2F1'>T<script>alert(1)</script></a> by rosa<br><span>Which <img src=x onerror=alert(1)>one?<style>p{}</style></span></p><p>Reddit Posts (/r/x/): <a href='https://f5bot.com/url?u=javascript%3Aalert(1)'>X</a> by rosa</p>`
    const body = `From: =?utf-8?q?admin=0D=0ABcc=3A_all=40example.org?= <admin@f5bot.com>\r\nSubject: =?utf-8?q?a=0D=0AX-Evil=3A_1?=\r\nContent-Type: text/html\r\n\r\n${html}`
    expect((await send(app, own.path, asMail(body))).body).toMatchObject({ taken: 1, left_out: [{ index: 1 }] })
    const ask = await openUnfenced(app.database)
    const [row] = await ask<{ item: object }>('select item from received_post where address_id = $1', [own.addressId])
    expect(row?.item).toMatchObject({ url: 'https://a.example/1', title: 'T', text: 'Which one?' })
  })
})

test('an address takes so many calls a minute, and says when it takes the next', async () => {
  const own = await openReceiving(app)
  const ask = await openUnfenced(app.database)
  await ask('update receiving_address set window_calls = $2 where id = $1', [own.addressId, RECEIVING_CALLS_PER_MINUTE])
  const refused = await send(app, own.path, json(POST))
  expect([refused.status, refused.problem().code, refused.headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '60',
  ])
  await app.clock.advance(60_000)
  expect((await send(app, own.path, json(POST))).status).toBe(202)
})

test('so many posts of an organization wait at most, and whoever sends more hears when to try again', async () => {
  const own = await openReceiving(app)
  const ask = await openUnfenced(app.database)
  await ask(
    `insert into received_post (id, organization_id, project_id, address_name, external_id, item, received_at)
      select gen_random_uuid(), organization_id, id, 'F5Bot', n::text, '{}', now()
      from project, generate_series(1, $2) n where id = $1`,
    [own.projectId, WAITING_POSTS_MAX - 1],
  )
  const two = [POST, { ...POST, url: `${POST.url}/2` }]
  const refused = await send(app, own.path, json(two))
  expect([refused.status, refused.problem().code, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_waiting',
    '300',
  ])
  expect((await addressOf(own))?.problem).toContain('20,000 posts at most')
  expect((await send(app, own.path, json(POST))).body).toMatchObject({ taken: 1 })
  // What waits already takes no room.
  expect((await send(app, own.path, json(POST))).body).toMatchObject({ taken: 0, duplicates: 1 })
  expect((await send(app, own.path, json(two))).status).toBe(429)
})

test('words that begin like headers are told from a mail as fast as any', async () => {
  const body = `A:x${'\r\n c'.repeat(4_000)}\r\nzzz`
  expect((await send(app, place.path, { contentType: 'text/plain', body })).status).toBe(422)
})

test('nothing that was refused is kept', async () => {
  expect(await isWaiting()).toBe(0)
  const [address] = await place.org.call(listReceivingAddresses, { params: { projectId: place.projectId } })
  expect(address).toMatchObject({ received: 0, last_received_at: null })
})
