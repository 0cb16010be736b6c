import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startProgram } from '@leadlight/testing/start-program'
import { createTestDatabase } from '@leadlight/testing/test-database'

// What the programs print whatever the database; where the database matters, see main.test.ts and operator.test.ts.

async function freshDatabase(): Promise<NodeJS.ProcessEnv> {
  const { databaseUrl, dataDir } = await createTestDatabase()
  return databaseUrl
    ? { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret of some length, for tests' }
    : { DATA_DIR: dataDir }
}

test('the program logs each request as JSON without a terminal, and as lines only what matters', async () => {
  const wishes = [{}, { LOG_FORMAT: 'lines' }, { LOG_FORMAT: 'lines', LOG_LEVEL: 'debug' }]
  const runs = []
  for (const wish of wishes) runs.push(startProgram('main', { ...(await freshDatabase()), ...wish }))
  for (const { child, address } of runs) {
    expect((await fetch(`${await address()}/api/v1/instance`)).status).toBe(200)
    child.kill('SIGTERM')
  }
  const [json = '', lines = '', allLines = ''] = await Promise.all(runs.map(async ({ ended }) => (await ended).out))
  const entries = json.split('\n').filter((line) => line.startsWith('{'))
  expect(entries.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ msg: 'request', path: '/api/v1/instance', status: 200, requestId: expect.any(String) }),
  )
  expect(lines).toMatch(/^Leadlight is at /)
  expect(lines).not.toMatch(/request|"level"/)
  expect(allLines).toMatch(/^\d\d:\d\d:\d\d debug request .*method=GET path=\/api\/v1\/instance status=200 /m)
})

describe('an error that stops the start is one sentence about the remedy:', () => {
  test.each([
    {
      why: 'a bad value',
      environment: { LOG_LEVEL: 'loud' },
      args: [],
      says: /^The variable LOG_LEVEL is not usable: .+\.\n$/,
    },
    {
      why: 'a bad role',
      environment: {},
      args: ['--role=boss'],
      says: /^There is no role boss; use --role=all, api, worker\.\n$/,
    },
    {
      why: 'a database that is not there, and is not to be waited for',
      environment: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', DATABASE_WAIT_SECONDS: '0' },
      args: [],
      says: /^The database cannot be opened \(.+\); see DATABASE_URL\.\n$/,
    },
  ])('$why', async ({ environment, args, says }) => {
    const { code, out, err } = await startProgram('main', environment, ...args).ended

    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(says)
  })
})

describe('the operator’s command fails with a sentence', () => {
  test('where there is no installation, and does not create one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'operator-'))
    const { code, out, err } = await startProgram('operator', { DATA_DIR: dataDir }, 'list-users').ended

    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      `There is no installation in ${dataDir} yet; start Leadlight first, or set DATA_DIR or DATABASE_URL.\n`,
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('where PostgreSQL does not answer', async () => {
    const { code, err } = await startProgram(
      'operator',
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
      'list-users',
    ).ended

    expect(code).toBe(1)
    expect(err).toMatch(/^The database cannot be opened \(.+\); see DATABASE_URL\.\n$/)
  })

  test('where the command is unknown, before anything is opened', async () => {
    expect(await startProgram('operator', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, 'dance').ended).toEqual({
      code: 1,
      out: '',
      err: 'There is no command dance; npm run operator -- help lists those there are.\n',
    })
  })
})
