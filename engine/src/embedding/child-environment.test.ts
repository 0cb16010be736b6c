import { expect, test } from 'vitest'
import { childEnvironment } from './child-environment.ts'

test('a process that only computes is given no secret of the installation', () => {
  const needed = { PATH: '/bin', NODE_COMPILE_CACHE: '/tmp/cache', LD_LIBRARY_PATH: '/lib', SystemRoot: 'C:\\Windows' }
  const kept = { SECRET_KEY: 'a', DATABASE_URL: 'b', AI_API_KEY: 'c', SMTP_URL: 'd', HTTP_TOKEN: 'e', MY_NODE_KEY: 'f' }

  expect(childEnvironment({ ...kept, ...needed })).toEqual({ ...needed, ORT_DISABLE_TELEMETRY: '1' })
})
