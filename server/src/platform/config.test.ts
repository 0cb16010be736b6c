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
  { name: 'GOOGLE_ISSUER', value: 'accounts.google.com' },
  { name: 'SUPER_ADMIN_EMAILS', value: 'rosa@example.com, rosa' },
])('a bad $name stops the start with a sentence that names it', ({ name, value }) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

test.each([
  { set: 'GOOGLE_CLIENT_ID', missing: 'GOOGLE_CLIENT_SECRET' },
  { set: 'GOOGLE_CLIENT_SECRET', missing: 'GOOGLE_CLIENT_ID' },
])('$set without $missing stops the start', ({ set, missing }) => {
  expect(() => readConfig({ [set]: 'x' })).toThrow(`The variable ${missing} is missing, while ${set} is set.`)
  expect(readConfig({ [set]: 'x', [missing]: 'y' }).google).toMatchObject({ issuer: 'https://accounts.google.com' })
})

test('super admins are listed by addresses in whatever letters', () => {
  expect(readConfig({ SUPER_ADMIN_EMAILS: ' Rosa@Example.com,, tom@example.com ' }).superAdminEmails).toEqual([
    'rosa@example.com',
    'tom@example.com',
  ])
})
