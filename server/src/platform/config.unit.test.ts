import { expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'

test('an empty environment is a complete configuration', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, publicUrl: 'http://localhost:3000', databaseUrl: undefined })
})

test.each([
  { name: 'PORT', value: 'eighty', why: 'Must be a whole number from 0 to 65,535' },
  { name: 'PORT', value: '0x50', why: 'Must be a whole number from 0 to 65,535' },
  { name: 'WORKER_PORT', value: '-1', why: 'Must be a whole number from 0 to 65,535' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'collector:4318', why: 'Must be a web address' },
  { name: 'OTEL_TRACES_SAMPLER_ARG', value: '1.5', why: 'Must be a number from 0 to 1, such as 0.1' },
  { name: 'DATABASE_URL', value: 'mysql://x', why: 'Must be an address such as postgres://user@host/database' },
  { name: 'DATABASE_DIRECT_URL', value: 'db:5432', why: 'Must be an address such as postgres://user@host/database' },
  { name: 'SECRET_KEY', value: 'short', why: 'Must have at least 32 characters' },
  { name: 'METRICS_TOKEN', value: 'a b', why: 'Must have 16 to 500 letters, digits and signs, without spaces' },
  { name: 'LOG_LEVEL', value: 'loud', why: 'Must be trace, debug, info, warn, error or silent' },
  { name: 'POST_RETENTION_DAYS', value: 'forever', why: 'Must be a whole number from 0 to 3,650' },
  { name: 'POST_RETENTION_DAYS', value: '-1', why: 'Must be a whole number from 0 to 3,650' },
  { name: 'JUDGED_POST_PRICE', value: '-1', why: 'Must be a number such as 0.25' },
  { name: 'DRAFT_PRICE', value: '1e3', why: 'Must be a number such as 0.25' },
  { name: 'DRAFT_PRICE', value: '0.0001', why: 'Must have at most 3 decimals' },
  { name: 'MONITORING_EVERY_SECONDS', value: '0', why: 'Must be a whole number from 1 to 86,400' },
  { name: 'AI_PROVIDER', value: 'oracle', why: 'Must be `local`, `openai`, `anthropic` or `openai-compatible`' },
  { name: 'GOOGLE_ISSUER', value: 'accounts.google.com', why: 'Must be a web address' },
  { name: 'JETSTREAM_URL', value: 'https://x', why: 'Must be an address such as wss://host, or `off`' },
  { name: 'SUPER_ADMIN_EMAILS', value: 'rosa@example.com, rosa', why: 'Must be email addresses, separated by commas' },
])('a bad $name stops the start with a sentence that names it', ({ name, value, why }) => {
  expect(() => readConfig({ [name]: value })).toThrow(new ConfigError(`The variable ${name} is not usable: ${why}.`))
})

test.each(['', ' '])('a number that is %j counts as not set', (value) => {
  const names = ['PORT', 'MONTHLY_CREDITS', 'DRAFT_PRICE', 'COLUMN_VALUE_PRICE', 'POST_RETENTION_DAYS']
  expect(readConfig(Object.fromEntries(names.map((name) => [name, value])))).toEqual(readConfig({}))
})

test.each(['off', '', ' '])('Bluesky is not listened to where the stream is %j', (value) => {
  expect(readConfig({}).channels.bluesky.jetstreamUrl).toBe('wss://jetstream2.us-east.bsky.network')
  expect(readConfig({ JETSTREAM_URL: value }).channels.bluesky.jetstreamUrl).toBeUndefined()
})

test.each([
  { set: 'GOOGLE_CLIENT_ID', missing: 'GOOGLE_CLIENT_SECRET' },
  { set: 'GOOGLE_CLIENT_SECRET', missing: 'GOOGLE_CLIENT_ID' },
])('$set without $missing stops the start', ({ set, missing }) => {
  expect(() => readConfig({ [set]: 'x' })).toThrow(`The variable ${missing} is missing, while ${set} is set.`)
  expect(readConfig({ [set]: 'x', [missing]: 'y' }).google).toMatchObject({ issuer: 'https://accounts.google.com' })
})

test('a direct address without a pooler stops the start', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://rosa@db/leadlight' }
  expect(() => readConfig(direct)).toThrow('The variable DATABASE_URL is missing, while DATABASE_DIRECT_URL is set.')
  const both = readConfig({ ...direct, DATABASE_URL: 'postgres://rosa@pooler/leadlight' })
  expect(both).toMatchObject({ databaseDirectUrl: direct.DATABASE_DIRECT_URL })
})

test('posts are kept for 90 days by default', () => {
  expect(readConfig({}).postRetentionDays).toBe(90)
  expect(readConfig({ POST_RETENTION_DAYS: '0' }).postRetentionDays).toBe(0)
})

test('super admin addresses are read in any letter case', () => {
  expect(readConfig({ SUPER_ADMIN_EMAILS: ' Rosa@Example.com,, tom@example.com ' }).superAdminEmails).toEqual([
    'rosa@example.com',
    'tom@example.com',
  ])
})
