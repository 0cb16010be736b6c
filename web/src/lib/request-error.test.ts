import { expect, test } from 'vitest'
import { codeOf, placeFailure, RequestError } from './request-error.ts'

const FIELDS = { BAD_PASSWORD: 'password' } as const

test('a failure stands in the field its code is about, else in the form', () => {
  const wrong = new RequestError(400, { detail: 'Not your password.', code: 'BAD_PASSWORD' })
  const many = new RequestError(429, { detail: 'Wait.', code: 'too_many_attempts' })
  expect(placeFailure(wrong, FIELDS)).toEqual({ password: 'Not your password.' })
  expect(placeFailure(many, FIELDS)).toEqual({ form: 'Wait.' })
  expect(placeFailure(new TypeError('x is not a function'), FIELDS)).toEqual({ form: 'x is not a function' })
  expect(placeFailure(null, FIELDS)).toEqual({})
  expect(codeOf(wrong)).toBe('BAD_PASSWORD')
  expect(codeOf(new Error('other'))).toBeNull()
})
