// Also on the embedded database: one process holds it at a time.
import { expect, test } from 'vitest'
import { startProgram } from '@leadlight/testing/start-program'
import { startTestApp } from '@leadlight/testing/test-app'
import { createTestDatabase } from '@leadlight/testing/test-database'

test('the operator’s command works beside a running installation on PostgreSQL, and waits for an embedded one to stop', async () => {
  const on = await createTestDatabase()
  const environment: Record<string, string> = on.databaseUrl
    ? { DATABASE_URL: on.databaseUrl }
    : { DATA_DIR: on.dataDir }
  const app = await startTestApp({ on })
  const { email } = await app.organization({ isVerified: false })
  const grant = () => startProgram('operator', environment, 'grant-credits', email, '12.5', '--key', 'welcome').ended
  const running = await grant()
  await app.close()
  const stopped = await grant()
  const listed = await startProgram('operator', environment, 'list-users').ended

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
