import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { systemClock } from '@leadlight/server/platform/clock'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import { chromium } from '@playwright/test'
import { findBrowser } from '../inbox/browser.ts'
import { findFirstLead } from './newcomer.ts'
import { build, cloneTo, install, nodeOfMachine, startProduct } from './started-product.ts'
import { isSilent, watch, type WatchedPage } from './watched-page.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Dull posts that the platforms have beside those to be found. */
const POSTS_FILLED = 1_000
const SECONDS_MAX = 180
const PRESSES_MAX = 10

/** A newcomer installs and starts the product and finds a first lead; fails above a limit. */
export async function run(args: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'leadlight-first-lead-'))
  try {
    const product = args.includes('--here') ? ROOT : join(folder, 'leadlight')
    if (product !== ROOT) cloneTo(product, ROOT)
    console.log(`npm runs under Node ${nodeOfMachine()}`)
    stated('install packages', install(product))
    stated('build the web', build(product))
    await start(product, join(folder, 'data'))
  } finally {
    // What the stopped product's processes still write may fill a folder that was just emptied.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 })
  }
}

async function start(folder: string, dataDir: string): Promise<void> {
  const doubles = await startAllDoubles({ fill: POSTS_FILLED, clock: systemClock })
  try {
    const product = await startProduct({ folder, dataDir, doubles: doubles.environment })
    stated('start on a new data folder', product.startMs)
    try {
      await journey(product.url, doubles.websiteUrl)
    } finally {
      await product.stop()
    }
  } finally {
    await doubles.close()
  }
}

async function journey(url: string, websiteUrl: string): Promise<void> {
  const executablePath = await findBrowser()
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const watched = await watch(page)
    const begunMs = performance.now()
    await findFirstLead(watched, { url, websiteUrl })
    report(watched, performance.now() - begunMs)
  } finally {
    await browser.close()
  }
}

function report({ waits, presses }: WatchedPage, ms: number): void {
  console.log('\nwaits for                                     seconds   of them silent')
  for (const { for: what, ms: waitedMs, silentMs } of waits) {
    console.log(`${what.padEnd(43)} ${inSeconds(waitedMs).padStart(9)} ${inSeconds(silentMs).padStart(16)}`)
  }
  console.log('\nwhat                                         measured      limit')
  const silent = waits.filter(isSilent)
  limited('from the first page to the first lead, s', Math.ceil(ms / 1000), SECONDS_MAX)
  limited('clicks and Enters', presses(), PRESSES_MAX)
  limited('waits with a silent second', silent.length, 0)
}

function stated(what: string, ms: number): void {
  console.log(`${what.padEnd(43)} ${inSeconds(ms).padStart(9)} s`)
}

function limited(what: string, measured: number, limit: number): void {
  console.log(`${what.padEnd(43)} ${String(measured).padStart(9)} ${String(limit).padStart(10)}`)
  if (measured > limit) process.exitCode = 1
}

const inSeconds = (ms: number) => (ms / 1000).toFixed(1)
