import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { expect, onTestFinished, test } from 'vitest'

const LOG = fileURLToPath(new URL('./log.ts', import.meta.url))

/** Logs for as long as it runs, and prints as well; ends with its last words when it is told to stop. */
const program = (format: string) => `
  const { createLog } = await import('${LOG}')
  const log = createLog('info', { format: '${format}' })
  process.on('SIGTERM', () => { log.info({}, 'stopping'); process.exit(7) })
  setInterval(() => { log.info({ text: 'x'.repeat(500) }, 'still here'); process.stdout.write('printed\\n') }, 1)
  setTimeout(() => process.stderr.write('nobody reads\\n'), 200)`

test.each(['json', 'lines'])(
  'a program whose readers are gone goes on, and stops when it is told to (%s)',
  async (format) => {
    const child = spawn(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', program(format)])
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    child.stdout.destroy()
    child.stderr.destroy()
    // Long enough to write to nobody many times.
    const isOver = await Promise.race([
      ended.then(() => true),
      new Promise((resolve) => setTimeout(resolve, 500, false)),
    ])
    expect(isOver).toBe(false)
    child.kill('SIGTERM')
    expect(await ended).toEqual([7, null])
  },
)
