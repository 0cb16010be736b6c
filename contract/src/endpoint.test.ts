import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const call = { name: 'call', method: 'GET', path: '/call', summary: 'A call.', access: 'public' } as const
const misspelt = { limt: '1' }

test.each([
  { what: 'that names its parameters', query: z.object({ limit: z.string().optional() }), taken: false },
  { what: 'that is strict by itself', query: z.strictObject({ limit: z.string().optional() }), taken: false },
  { what: 'that takes whatever comes', query: z.looseObject({ limit: z.string().optional() }), taken: true },
])('a query $what takes another: $taken', ({ query, taken }) => {
  expect(endpoint({ ...call, query }).query.safeParse(misspelt).success).toBe(taken)
  expect(endpoint({ ...call, query }).query.parse({ limit: '1' })).toEqual({ limit: '1' })
})

test('a call without a query takes no parameter', () => {
  expect(endpoint(call).query.safeParse(misspelt).success).toBe(false)
})

test('a shape made into an endpoint stays unchanged for others to extend', () => {
  const shape = z.object({ limit: z.string().optional() })
  endpoint({ ...call, query: shape })
  expect(shape.safeParse(misspelt).success).toBe(true)
})
