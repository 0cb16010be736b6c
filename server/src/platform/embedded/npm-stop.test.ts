import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { programEnvironment } from '@leadlight/testing/program-environment'
import { createTestDatabase } from '@leadlight/testing/test-database'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/** Starts a worker as an operator does, in a process group of its own, and resolves when it runs. */
async function startByNpm(dataDir: string, variables: NodeJS.ProcessEnv = {}) {
  const env = programEnvironment({ DATA_DIR: dataDir, ...variables })
  const npm = spawn('npm', ['run', 'start:worker'], {
    cwd: ROOT,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = npm.pid ?? 0
  onTestFinished(() => killGroup(pid))
  let complaints = ''
  npm.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
  // Closed only once every process that holds these streams has ended, and all that npm starts inherit them.
  const allEnded = once(npm, 'close')
  for await (const line of createInterface(npm.stdout)) {
    if (line === 'The worker runs.') return { pid, allEnded, complaints: () => complaints }
  }
  throw new Error(`It ended before it ran: ${complaints}`)
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

test.each([
  { told: 'npm itself', aim: (pid: number) => pid },
  { told: 'its whole group', aim: (pid: number) => -pid },
])('SIGTERM to $told ends every process in order and frees the folder', async ({ aim }) => {
  const { dataDir } = await createTestDatabase()
  const { pid, allEnded, complaints } = await startByNpm(dataDir)
  expect(existsSync(join(dataDir, 'lock'))).toBe(true)
  process.kill(aim(pid), 'SIGTERM')
  await allEnded
  expect(complaints()).toBe('')
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
})

test('so does SIGTERM to npm where its shell ends without passing it on', async () => {
  const { dataDir } = await createTestDatabase()
  const shell = `${dataDir}-shell.sh`
  writeFileSync(shell, '#!/bin/sh\n/bin/sh "$@"\nexit $?\n', { mode: 0o700 })
  const { pid, allEnded } = await startByNpm(dataDir, { npm_config_script_shell: shell })
  process.kill(pid, 'SIGTERM')
  await allEnded
  expect(existsSync(join(dataDir, 'lock'))).toBe(false)
})
