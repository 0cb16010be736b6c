import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: undefined })
})

test.each([
  { name: 'PORT', value: 'eighty' },
  { name: 'DATABASE_URL', value: 'mysql://x' },
  { name: 'SECRET_KEY', value: 'short' },
  { name: 'JUDGED_POST_PRICE', value: '-1' },
  { name: 'AI_PROVIDER', value: 'oracle' },
])('a bad $name stops the start with a sentence that names it', ({ name, value }) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(name)
})
