import { expect, test } from 'vitest'
import { includesScope, KEY_SCOPES, scopeFor } from './api-keys.ts'
import { can, PERMISSIONS } from './roles.ts'

test.each([
  ['read', 'read', true],
  ['read', 'write', false],
  ['read', 'manage', false],
  ['write', 'read', true],
  ['write', 'write', true],
  ['write', 'manage', false],
  ['manage', 'read', true],
  ['manage', 'write', true],
  ['manage', 'manage', true],
] as const)('a key to %s makes calls to %s: %s', (held, needed, may) => {
  expect(includesScope(held, needed)).toBe(may)
})

test.each([
  ['lead.read', false, 'read'],
  ['lead.triage', true, 'write'],
  // Asking what something would find or cost changes nothing.
  ['signal.write', false, 'read'],
  ['signal.write', true, 'write'],
  // What only admins see needs `manage` even to read.
  ['audit.read', false, 'manage'],
  ['member.manage', true, 'manage'],
  ['installation.operate', false, null],
  ['installation.operate', true, null],
] as const)('%s, changing %s, takes %s', (permission, changes, scope) => {
  expect(scopeFor(permission, { changes })).toBe(scope)
})

test('a member’s permission never needs more than `write`, and an admin’s never less than `manage`', () => {
  for (const permission of PERMISSIONS.filter((one) => can('ADMIN', one))) {
    const scopes = [true, false].map((changes) => scopeFor(permission, { changes }))
    expect(scopes.every((scope) => scope !== null && KEY_SCOPES.includes(scope))).toBe(true)
    expect(scopes.includes('manage')).toBe(!can('MEMBER', permission))
  }
})
