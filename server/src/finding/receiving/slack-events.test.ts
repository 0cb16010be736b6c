import { afterAll, beforeAll, expect, test } from 'vitest'
import { ASKED } from '@leadlight/testing/lead-posts'
import { findWords, openUnfenced } from '@leadlight/testing/open-unfenced'
import { json, slackEvent } from '@leadlight/testing/received-messages'
import { addressOf, judge, openReceiving, send } from '@leadlight/testing/receiving-fixture'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const challenge = 'QuillChallenge3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P'
const verification = { token: 'Jhj5dZrVaK7ZwHHjRyZWjbDl', challenge, type: 'url_verification' }

test('Slack hears its challenge again when it is given an address, and nothing of it is kept', async () => {
  const place = await openReceiving(app, { name: 'Slack' })
  const reply = await send(app, place.path, json(verification))
  expect([reply.status, reply.body]).toEqual([200, { challenge }])
  expect(await addressOf(place)).toMatchObject({ received: 0, waiting: 0, last_received_at: null, problem: null })
  expect(await findWords(await openUnfenced(app.database), challenge)).toEqual([])
  const unknown = await send(app, `/in/${'a'.repeat(43)}`, json(verification))
  expect([unknown.status, JSON.stringify(unknown.body)]).toEqual([404, expect.not.stringContaining(challenge)])
})

test.each([
  ['of no length', ''],
  ['of any length', 'a'.repeat(1_001)],
  ['that is no word', 1],
])('a challenge %s is not answered', async (_, word) => {
  const place = await openReceiving(app, { name: 'Slack' })
  const reply = await send(app, place.path, json({ ...verification, challenge: word }))
  expect([reply.status, reply.problem().code]).toEqual([422, 'not_understood'])
})

test('an event is taken once, however often Slack sends it, and its edit is judged by its words', async () => {
  const place = await openReceiving(app, { name: 'Slack' })
  const url = 'https://forum.example/1'
  const said = { type: 'message', ts: '1793550000.000100', text: `The bakery is open. <${url}>` }
  const sendAgain = (retry: number) =>
    app.request('POST', place.path, {
      raw: slackEvent(said).body,
      headers: {
        'content-type': 'application/json',
        'x-slack-retry-num': String(retry),
        'x-slack-retry-reason': 'http_timeout',
      },
    })
  expect((await send(app, place.path, slackEvent(said))).body).toMatchObject({ sender: 'Slack', taken: 1 })
  expect((await sendAgain(1)).body).toMatchObject({ taken: 0, duplicates: 1 })
  await judge(app, place)
  expect((await sendAgain(2)).body).toMatchObject({ taken: 0, duplicates: 1 })
  const edited = { ...said, text: `${ASKED[0]} <${url}>` }
  const edit = { type: 'message', subtype: 'message_changed', message: edited, previous_message: said }
  expect((await send(app, place.path, slackEvent(edit))).body).toMatchObject({ taken: 1, duplicates: 0 })
  await judge(app, place)
  expect(await addressOf(place)).toMatchObject({ received: 2, leads: 1, waiting: 0 })
})

test('a first try that was lost is made good by the second', async () => {
  const place = await openReceiving(app, { name: 'Slack' })
  const raw = slackEvent({ type: 'message', text: 'Which one? <https://forum.example/2>' }).body
  const headers = { 'content-type': 'application/json', 'x-slack-retry-num': '1' }
  expect((await app.request('POST', place.path, { raw, headers })).body).toMatchObject({ taken: 1 })
})

test('what is said without a link is accepted, and is no problem of the address', async () => {
  const place = await openReceiving(app, { name: 'Slack' })
  for (const text of ['Good morning', '<https://forum.example/1>']) {
    const reply = await send(app, place.path, slackEvent({ type: 'message', text }))
    expect([reply.status, reply.body]).toMatchObject([202, { sender: 'Slack', taken: 0 }])
  }
  expect(await addressOf(place)).toMatchObject({ received: 0, problem: null })
})

test('what Leadlight itself says in a channel does not come back', async () => {
  const place = await openReceiving(app, { name: 'Slack' })
  const url = `${new URL(place.url).origin}/projects/${place.projectId}/posts/1`
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: `<${url}|Strong lead (90)>: ${ASKED[0]}` } }]
  const reply = await send(
    app,
    place.path,
    slackEvent({ type: 'message', subtype: 'bot_message', text: 'Strong lead (90)', blocks }),
  )
  expect([reply.status, reply.body]).toMatchObject([202, { taken: 0, left_out: [{ index: 0 }] }])
  expect(await addressOf(place)).toMatchObject({ received: 0, problem: null })
})
