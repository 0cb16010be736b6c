import { expect, test } from 'vitest'
import { can, PERMISSIONS, type Role } from './roles.ts'

const ranked: Role[] = ['GUEST', 'MEMBER', 'ADMIN', 'SUPER_ADMIN']

test.each(PERMISSIONS)('%s, once granted to a role, holds for every higher one', (permission) => {
  const granted = ranked.map((role) => can(role, permission))
  expect(granted).toEqual(granted.toSorted((a, b) => Number(a) - Number(b)))
  expect(granted.at(-1)).toBe(true)
})

test('a guest triages but neither deletes nor changes signals', () => {
  expect(can('GUEST', 'lead.triage')).toBe(true)
  expect(can('GUEST', 'lead.delete')).toBe(false)
  expect(can('GUEST', 'signal.write')).toBe(false)
})
