import { expect, test } from 'vitest'
import { codeOf, detailOf, failureByField, RequestError } from './request-error.ts'

const FIELDS = { BAD_PASSWORD: 'password' } as const

test('a failure belongs to the field of its code, or else to the form', () => {
  const wrong = new RequestError(400, { detail: 'Not your password.', code: 'BAD_PASSWORD' })
  const many = new RequestError(429, { detail: 'Wait.', code: 'too_many_attempts' })
  expect(failureByField(wrong, FIELDS)).toEqual({ password: 'Not your password.' })
  expect(failureByField(many, FIELDS)).toEqual({ form: 'Wait.' })
  expect(failureByField(new TypeError('x is not a function'), FIELDS)).toEqual({ form: 'x is not a function' })
  expect(failureByField(null, FIELDS)).toEqual({})
  expect(codeOf(wrong)).toBe('BAD_PASSWORD')
  expect(codeOf(new Error('other'))).toBeNull()
})

test.each([
  ['body.name: Must not be empty.', 'Name: must not be empty.'],
  ['query.search_text: Must not contain NUL characters.', 'Search text: must not contain NUL characters.'],
  ['body.entries.12.external_id: Must be given.', 'External id: must be given.'],
  ['body.ids.0: Must be an id.', 'Ids: must be an id.'],
  ['body.0: Must be text.', '0: must be text.'],
  ['Your plan: body.name: Must not be empty.', 'Your plan: body.name: Must not be empty.'],
  ['The name is taken.', 'The name is taken.'],
])('“%s” is shown as “%s”', (detail, said) => {
  expect(detailOf({ detail })).toBe(said)
  expect(new RequestError(422, { detail }).message).toBe(said)
})
