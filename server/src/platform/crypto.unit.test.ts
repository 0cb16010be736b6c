import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeys, createVault, loadSecretKey } from './crypto.ts'
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

test("the installation's secret is created once, readable by its owner only", () => {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'secret-')), 'data')
  const first = loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom })

  expect(loadSecretKey({ secretKey: undefined, dataDir, random: systemRandom })).toBe(first)
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
  expect(first.length).toBeGreaterThanOrEqual(32)
})
