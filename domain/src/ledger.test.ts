import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditLevel, endReservation, expire, reserve, isCrossedDownwards, moved, type Account } from './ledger.ts'

const EMPTY: Account = { balance: 0, held: 0, expiring: 0 }

describe('a hold', () => {
  test('takes first what expires soonest', () => {
    expect(reserve({ ...EMPTY, balance: 5000, expiring: 2000 }, 3000)).toEqual({
      kind: 'hold',
      amount: -3000,
      expiring: -2000,
    })
    expect(reserve({ ...EMPTY, balance: 5000 }, 3000)).toEqual({ kind: 'hold', amount: -3000, expiring: 0 })
  })

  test('comes back whole, and what was used is charged from what expires soonest', () => {
    const held = reserve({ ...EMPTY, balance: 5000, expiring: 2000 }, 3000)
    expect(endReservation(held, 1500, false)).toEqual([
      { kind: 'release', amount: 3000, expiring: 2000 },
      { kind: 'charge', amount: -1500, expiring: -1500 },
    ])
    expect(endReservation(held, 0, false)).toEqual([{ kind: 'release', amount: 3000, expiring: 2000 }])
    expect(endReservation(held, 9000, false).at(-1)).toEqual({ kind: 'charge', amount: -3000, expiring: -2000 })
  })

  test('that outlived its period gives back only what would have stayed', () => {
    const held = reserve({ ...EMPTY, balance: 5000, expiring: 2000 }, 3000)
    expect(endReservation(held, 500, true)).toEqual([
      { kind: 'release', amount: 3000, expiring: 2000 },
      { kind: 'charge', amount: -500, expiring: -500 },
      { kind: 'expiry', amount: -1500, expiring: -1500 },
    ])
  })
})

test('an account refuses to stand below zero', () => {
  expect(() => moved({ ...EMPTY, balance: 1 }, [{ kind: 'charge', amount: -2, expiring: 0 }])).toThrow(RangeError)
  expect(() => moved({ ...EMPTY, balance: 1 }, [{ kind: 'release', amount: 2, expiring: 0 }])).toThrow(RangeError)
})

test('an account loses and invents nothing, whatever is granted, reserved, ended and expired', () => {
  const amount = fc.nat(5000)
  const step = fc.oneof(
    fc.record({ do: fc.constant('grant' as const), amount, stays: fc.boolean() }),
    fc.record({ do: fc.constant('hold' as const), amount }),
    fc.record({ do: fc.constant('end' as const), used: fc.nat(6000) }),
    fc.record({ do: fc.constant('turn' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let account = EMPTY
      let period = 0
      const sums = { grant: 0, charge: 0, expiry: 0, refund: 0, hold: 0, release: 0 }
      const open: { held: ReturnType<typeof reserve>; period: number }[] = []
      const apply = (movements: Parameters<typeof moved>[1]) => {
        account = moved(account, movements)
        for (const { kind, amount: by } of movements) sums[kind] += by
      }
      for (const one of steps) {
        if (one.do === 'grant') apply([{ kind: 'grant', amount: one.amount, expiring: one.stays ? 0 : one.amount }])
        if (one.do === 'hold' && one.amount <= account.balance) {
          const held = reserve(account, one.amount)
          open.push({ held, period })
          apply([held])
        }
        const ended = one.do === 'end' ? open.shift() : undefined
        if (one.do === 'end' && ended) apply(endReservation(ended.held, one.used, ended.period !== period))
        if (one.do === 'turn') {
          apply([expire(account)])
          period += 1
        }
      }
      for (const { held, period: of } of open) apply(endReservation(held, 0, of !== period))
      expect(account).toMatchObject({ held: 0, balance: sums.grant + sums.charge + sums.expiry })
      expect(sums.hold + sums.release).toBe(0)
    }),
  )
})

test.each([
  { left: 100_000, level: 'fine' },
  { left: 20_001, level: 'fine' },
  { left: 20_000, level: 'low' },
  { left: 500, level: 'low' },
  { left: 499, level: 'empty' },
  { left: 0, level: 'empty' },
] as const)('$left of 100,000 thousandths is $level', ({ left, level }) => {
  expect(creditLevel(left, 100_000)).toBe(level)
})

test('a level is bad news only on the way down', () => {
  expect([
    isCrossedDownwards('fine', 'low'),
    isCrossedDownwards('fine', 'empty'),
    isCrossedDownwards('low', 'empty'),
  ]).toEqual([true, true, true])
  expect([
    isCrossedDownwards('low', 'low'),
    isCrossedDownwards('empty', 'low'),
    isCrossedDownwards('low', 'fine'),
  ]).toEqual([false, false, false])
})
