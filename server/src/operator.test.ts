// Also on the embedded database: one process holds it at a time.
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { NODE_FLAGS } from './testing/node-flags.ts'
import { startTestApp } from './testing/test-app.ts'
import { createTestDatabase } from './testing/test-database.ts'

const OPERATOR = fileURLToPath(new URL('operator.ts', import.meta.url))

interface Ended {
  code: number
  out: string
  err: string
}

async function operate(environment: Record<string, string>, ...args: string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...environment }
  const run = promisify(execFile)(process.execPath, [...NODE_FLAGS, OPERATOR, ...args], {
    env,
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout,
      err: error.stderr,
    }),
  )
}

test('the operator’s command works beside a running installation on PostgreSQL, and waits for an embedded one to stop', async () => {
  const on = await createTestDatabase()
  const environment: Record<string, string> = on.databaseUrl
    ? { DATABASE_URL: on.databaseUrl }
    : { DATA_DIR: on.dataDir }
  const app = await startTestApp({ on })
  const { email } = await app.organization({ isVerified: false })
  const grant = () => operate(environment, 'grant-credits', email, '12.5', '--key', 'welcome')
  const running = await grant()
  await app.close()
  const stopped = await grant()
  const listed = await operate(environment, 'list-users')

  const granted = { code: 0, out: expect.stringMatching(/^Granted 12\.5 credits to Firm of /), err: '' }
  const before = { code: 0, out: expect.stringContaining('nothing was changed'), err: '' }
  const refused = {
    code: 1,
    out: '',
    err: expect.stringMatching(/^The data folder .+ is in use by process \d+ on .+; stop it first, .+\.\n$/),
  }
  expect([running, stopped]).toEqual(app.database.kind === 'embedded' ? [refused, granted] : [granted, before])
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(`${email} (not verified)`), err: '' })
})

describe('a sentence and a failure', () => {
  test('where there is no installation, which it does not make', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'operator-'))
    const { code, out, err } = await operate({ DATA_DIR: dataDir }, 'list-users')

    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      `There is no installation in ${dataDir} yet; start Leadlight first, or set DATA_DIR or DATABASE_URL.\n`,
    )
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('where PostgreSQL does not answer', async () => {
    const { code, err } = await operate({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, 'list-users')

    expect(code).toBe(1)
    expect(err).toMatch(/^The database cannot be opened \(.+\); see DATABASE_URL\.\n$/)
  })

  test('where the command is none, before anything is opened', async () => {
    expect(await operate({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' }, 'dance')).toEqual({
      code: 1,
      out: '',
      err: 'There is no command dance; npm run operator -- help lists those there are.\n',
    })
  })
})
