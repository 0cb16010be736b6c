import { describe, expect, test } from 'vitest'
import { answerTrouble } from './answer-trouble.ts'
import { fakeServer } from './fake-server.ts'
import { instance, NETSCOPE, project } from './rosas-story.ts'

const INSTANCE = 'GET /api/v1/instance'
const WITHOUT_NAME = { ...instance(), name: undefined }

describe('an answer unlike the contract', () => {
  test.fails('fails the test, although nobody asks for it', () => {
    expect(fakeServer({ [INSTANCE]: WITHOUT_NAME }).requests).toEqual([])
  })

  test.fails('fails the test, although it is made while it is asked for', async () => {
    fakeServer({ [INSTANCE]: () => WITHOUT_NAME })
    expect(await fetch('/api/v1/instance')).toHaveProperty('ok', true)
  })

  test('does not fail the next test, nor does one in a `Response`', async () => {
    fakeServer({ [INSTANCE]: Response.json(WITHOUT_NAME) })
    expect(await (await fetch('/api/v1/instance')).json()).not.toHaveProperty('name')
  })

  test.each([
    [INSTANCE, { ...instance(), mail: 'yes', billing: 'cash' }, /^GET \/api\/v1\/instance is .*billing: .*; mail: /],
    ['GET /users_info/api_keys', [{}], /contract: 0\.id: /],
    [`GET /api/v1/leads/${NETSCOPE}/unread_count`, {}, /contract: unread_count: /],
    // Fixtures have readable ids, paths too.
    ['GET /api/v1/project/p', project('p', 'Netscope'), /^$/],
    ['GET /no/call', {}, /^$/],
    ['POST /api/v1/feedback', {}, /^$/],
  ])('%s: %o', (call, answer, trouble) => {
    expect(answerTrouble(call, answer) ?? '').toMatch(trouble)
  })
})
