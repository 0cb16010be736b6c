import { createCipheriv } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createKeys, createVault } from './crypto.ts'
import { systemRandom } from './random.ts'

const vault = createVault(createKeys('a secret of some length, for tests'), systemRandom)

test('a sealed text opens again in its own context', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      (plain, context) => vault.open(vault.seal(plain, context), context) === plain,
    ),
  )
})

test('a sealed text with a changed byte, another context or another secret does not open', () => {
  const sealed = vault.seal('token', 'slack:1')
  const changed = Uint8Array.from(sealed, (byte, i) => (i === sealed.length - 1 ? byte ^ 1 : byte))
  const other = createVault(createKeys('another secret of some length'), systemRandom)

  expect(() => vault.open(changed, 'slack:1')).toThrow()
  expect(() => vault.open(sealed, 'slack:2')).toThrow()
  expect(() => other.open(sealed, 'slack:1')).toThrow()
})

describe('while the secret is changed', () => {
  const [first, second] = ['a first secret of some length, yes', 'a second secret of some length, yes']
  const vaultOf = (...secrets: [string, string?]) => createVault(createKeys(...secrets), systemRandom)

  test('what either secret sealed opens, and what is sealed now opens with the new one alone', () => {
    const both = vaultOf(second, first)
    const [old, fresh] = [vaultOf(first).seal('token', 'slack:1'), both.seal('token', 'slack:1')]

    expect(both.open(old, 'slack:1')).toBe('token')
    expect(both.open(fresh, 'slack:1')).toBe('token')
    expect(vaultOf(second).open(fresh, 'slack:1')).toBe('token')
    expect(() => vaultOf(second).open(old, 'slack:1')).toThrow()
    expect(() => vaultOf(first).open(fresh, 'slack:1')).toThrow()
  })

  test('what earlier versions sealed, without the name of its secret, opens with either', () => {
    const nonce = systemRandom.bytes(12)
    const cipher = createCipheriv('aes-256-gcm', createKeys(first).derive('vault'), nonce).setAAD(
      Buffer.from('slack:1'),
    )
    const body = Buffer.concat([cipher.update('token', 'utf8'), cipher.final()])
    const unnamed = Buffer.concat([nonce, cipher.getAuthTag(), body])

    for (const each of [vaultOf(first), vaultOf(second, first), vaultOf(first, second)]) {
      expect(each.open(unnamed, 'slack:1')).toBe('token')
    }
    expect(() => vaultOf(second).open(unnamed, 'slack:1')).toThrow()
    expect(() => vaultOf(first).open(unnamed, 'slack:2')).toThrow()
  })
})
