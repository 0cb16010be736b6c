import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: undefined })
})

test.each([
  { name: 'PORT', value: 'eighty', why: 'Must be a number' },
  { name: 'DATABASE_URL', value: 'mysql://x', why: 'Must be an address such as postgres://user@host/database' },
  { name: 'SECRET_KEY', value: 'short', why: 'Must have at least 32 characters' },
  { name: 'LOG_LEVEL', value: 'loud', why: 'Must be trace, debug, info, warn, error or silent' },
  { name: 'JUDGED_POST_PRICE', value: '-1', why: 'Must be at least 0' },
  { name: 'AI_PROVIDER', value: 'oracle', why: 'Must be `local`' },
])('a bad $name stops the start with a sentence that names it', ({ name, value, why }) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`The variable ${name} is not usable: ${why}.`))
})
