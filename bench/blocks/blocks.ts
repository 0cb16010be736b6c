import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { measureCalls, type Measured } from './measure-calls.ts'

/** No call may keep others waiting for longer. */
const LIMIT_MS = 50
const SHOWN_FROM_MS = 10

/**
 * Makes every call of the API's description as large as it may be, in a project as full as one may be, and measures how
 * long each keeps the event loop.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      posts: { type: 'string', default: '1000' },
      characters: { type: 'string', default: '40000' },
      json: { type: 'string' },
    },
  })
  const size = { posts: Number(values.posts), characters: Number(values.characters) }
  const { operations, calls, refused } = await measureCalls({ ...size, only: values.only, tell: print })
  const rows = operations.toSorted((a, b) => b.againMs - a.againMs)
  const over = rows.filter(({ againMs }) => againMs > LIMIT_MS)
  console.log(
    `${rows.length} operations, ${calls} calls, of which ${refused} were refused; ${over.length} over ${LIMIT_MS} ms.`,
  )
  if (values.json !== undefined) {
    const shown = rows.filter(({ againMs }) => againMs >= SHOWN_FROM_MS)
    await writeFile(
      values.json,
      `${JSON.stringify({ limitMs: LIMIT_MS, ...size, calls, over: over.length, rows: shown }, null, 2)}\n`,
    )
  }
  if (over.length > 0) process.exitCode = 1
}

function print({ operation, what, status, againMs, firstMs }: Measured): void {
  if (againMs < SHOWN_FROM_MS && firstMs < LIMIT_MS) return
  const times = [againMs, firstMs].map((ms) => ms.toFixed(0).padStart(6)).join('')
  console.log(`${operation.padEnd(34)}${times} ms  ${status}  ${what}`)
}
