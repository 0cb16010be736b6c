import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Fault } from './fault.ts'
import { CLOCK_FAULTS } from './clocks.ts'
import { DATABASE_FAULTS } from './databases.ts'
import { INPUT_FAULTS } from './inputs.ts'
import { KILL_FAULTS } from './kills.ts'
import { killBySeed } from './kills-by-seed.ts'
import { LOAD_FAULTS } from './loads.ts'
import { PARTY_FAULTS } from './parties.ts'
import { startFixture } from './fixture.ts'
import { printRow, suffer, type Row } from './report.ts'
import { upgradeFrom } from './upgrade.ts'

const FAULTS: readonly Fault[] = [
  ...KILL_FAULTS,
  ...DATABASE_FAULTS,
  ...CLOCK_FAULTS,
  ...PARTY_FAULTS,
  ...INPUT_FAULTS,
  ...LOAD_FAULTS,
]

/**
 * Does harm to a whole installation, fault by fault, while people work with it, and prints what they saw, what was lost
 * or doubled, and when all was well again. Fails if anything was lost or doubled, if an answer was a failure of ours
 * that does not say when to come back, or if recovery took longer than its bound.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
      kills: { type: 'string' },
      seed: { type: 'string', default: '1' },
      results: { type: 'string' },
      upgrade: { type: 'boolean', default: false },
      from: { type: 'string' },
    },
  })
  const { kills, seed, results } = values
  if (kills !== undefined) return killBySeed({ kills: Number(kills), seed: Number(seed), results })
  if (values.upgrade) return upgradeFrom(values.from)
  const chosen = FAULTS.filter(({ name }) => values.only === undefined || values.only.includes(name))
  if (chosen.length === 0) throw new Error(`There are: ${FAULTS.map(({ name }) => name).join(', ')}`)
  const fixture = await startFixture()
  const rows: Row[] = []
  try {
    for (const fault of chosen) {
      const row = await suffer(fixture, fault)
      rows.push(row)
      printRow(row)
      await fixture.heal()
    }
  } finally {
    await fixture.stop()
  }
  if (values.json !== undefined) {
    await writeFile(values.json, `${JSON.stringify({ machineLoad: loadavg()[0], rows }, null, 2)}\n`)
  }
  const failed = rows.filter(({ failures }) => failures.length > 0)
  console.log(`${rows.length - failed.length} of ${rows.length} faults did no harm.`)
  if (failed.length > 0) process.exitCode = 1
}
