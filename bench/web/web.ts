import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { findBrowser } from '../inbox/browser.ts'
import { serveDemo } from './demo.ts'
import { audit, DEVICES, type Audited, type Device } from './lighthouse.ts'
import { measureLoad, scriptsOfFirstLead, showsWithNeeded, type Load } from './loads.ts'
import { screensOf } from './screens.ts'

const RUNS = 5
const LOADS: Record<string, { scriptGzipKb: number; scriptFiles: number; callsSent: number }> = {
  'sign-in': { scriptGzipKb: 90, scriptFiles: 12, callsSent: 6 },
  posts: { scriptGzipKb: 170, scriptFiles: 12, callsSent: 6 },
}
const PERFORMANCE: Record<Device, number> = { desktop: 95, mobile: 85 }
const OTHERS = 100

interface Needed {
  callsWaitedFor: number
  /** Whether it shows if no other calls than these are answered. */
  showsWithThem: boolean
}

interface Measured {
  loads: (Load & Needed)[]
  /** Scripts that the first lead, opened from the list, still had to fetch. */
  firstLeadScripts: number
  audits: Audited[]
}

/**
 * Weighs what a browser fetches before the sign-in, the posts, a lead and the insights show, and has Lighthouse judge
 * each, or the one that `--only` names. Fails above a limit. `--no-lighthouse` only weighs.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    json: { type: 'string' },
    runs: { type: 'string', default: String(RUNS) },
    lighthouse: { type: 'boolean', default: true },
    only: { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options, allowNegative: true })
  const executablePath = await findBrowser()
  const demo = await serveDemo()
  try {
    const screens = screensOf(demo).filter(({ name }) => values.only === undefined || name === values.only)
    if (screens.length === 0) throw new Error(`There is no screen called ${values.only}.`)
    const measured: Measured = { loads: [], firstLeadScripts: 0, audits: [] }
    const browser = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    })
    for (const screen of screens) {
      const showsWithThem = await showsWithNeeded(browser, demo, screen)
      const load = await measureLoad(browser, demo, screen)
      measured.loads.push({ ...load, callsWaitedFor: screen.needs.length, showsWithThem })
      if (screen.name === 'posts') measured.firstLeadScripts = await scriptsOfFirstLead(browser, demo, screen)
    }
    await browser.close()
    for (const device of values.lighthouse ? DEVICES : []) {
      for (const screen of screens) {
        measured.audits.push(await audit({ executablePath, runs: Number(values.runs), device }, demo, screen))
      }
    }
    print(measured)
    if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(measured, null, 2)}\n`)
    judge(measured)
  } finally {
    await demo.stop()
  }
}

function print({ loads, firstLeadScripts, audits }: Measured): void {
  console.log('before it shows   script, gzip   files   calls sent   waited for')
  for (const { name, scriptGzipKb, scriptFiles, callsSent, callsWaitedFor } of loads) {
    const cells = [`${scriptGzipKb.toFixed(1)} kB`.padStart(14), String(scriptFiles).padStart(7)]
    const calls = [String(callsSent).padStart(12), String(callsWaitedFor).padStart(12)]
    console.log(`${name.padEnd(16)} ${[...cells, ...calls].join(' ')}`)
  }
  console.log(`\nThe first lead opened from the list fetched ${firstLeadScripts} scripts.`)
  if (audits.length > 0) console.log('\nLighthouse           performance   accessibility   best practices   SEO')
  for (const { name, device, scores, faults } of audits) {
    const widths = [11, 15, 16, 5]
    const cells = Object.values(scores).map((score, index) => String(score).padStart(widths[index] ?? 0))
    console.log(`${`${name}, ${device}`.padEnd(20)} ${cells.join(' ')}`)
    for (const fault of faults) console.log(`  ${fault}`)
  }
}

function judge({ loads, firstLeadScripts, audits }: Measured): void {
  const above: string[] = []
  for (const { name, scriptGzipKb, scriptFiles, callsSent, callsWaitedFor, showsWithThem } of loads) {
    if (!showsWithThem) above.push(`${name}: waits for more calls than the ${callsWaitedFor} that it is said to need`)
    const limit = LOADS[name]
    if (!limit) continue
    if (scriptGzipKb > limit.scriptGzipKb) above.push(`${name}: ${scriptGzipKb} kB, above ${limit.scriptGzipKb}`)
    if (scriptFiles > limit.scriptFiles) above.push(`${name}: ${scriptFiles} files, above ${limit.scriptFiles}`)
    if (callsSent > limit.callsSent) above.push(`${name}: ${callsSent} calls, above ${limit.callsSent}`)
  }
  if (firstLeadScripts > 0) above.push(`the first lead: ${firstLeadScripts} scripts were not there yet`)
  for (const { name, device, scores } of audits) {
    const { performance, ...others } = scores
    if (performance < PERFORMANCE[device]) above.push(`${name}, ${device}: performance ${performance}`)
    for (const [category, score] of Object.entries(others)) {
      if (score < OTHERS) above.push(`${name}, ${device}: ${category} ${score}`)
    }
  }
  if (above.length === 0) return console.log('\nEverything is within its limits.')
  console.error(`\nNot within the limits:\n${above.map((line) => `  ${line}`).join('\n')}`)
  process.exitCode = 1
}
