import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }))

test('whoever seals what is kept declares its column in the same file', () => {
  const sealing = sources.filter(({ text }) => text.includes('vault.seal('))

  expect(sealing.length).toBeGreaterThan(4)
  expect(
    sealing
      .filter(({ text }) => !/export const SEALED_\w+/.test(text))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    // Kept by a browser for the time of a sign-in.
    'core/accounts/google-journey.ts',
    // Kept in jobs, by mail-jobs.ts, which declares them.
    'core/accounts/sealed-addresses.ts',
    'platform/reseal.ts',
  ])
})

test('whoever opens what is sealed says what happens where no secret opens it', () => {
  const silent = sources.filter(({ text }) => /vault\.open\(|\bopenSecret\(/.test(text) && !text.includes('} catch'))

  expect(silent.map(({ name }) => name).toSorted()).toEqual([
    // A job, which is tried again and then given up; nobody waits for its answer.
    'core/accounts/sealed-addresses.ts',
    // Opened by send-try.ts alone, whose log of deliveries says it.
    'outlets/webhooks/secrets.ts',
  ])
})
