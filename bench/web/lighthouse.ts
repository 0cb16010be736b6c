import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import type { DemoServer } from './demo.ts'
import type { Screen } from './screens.ts'

const LIGHTHOUSE = fileURLToPath(new URL('../../node_modules/lighthouse/cli/index.js', import.meta.url))
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** Of what one fault names, which may be a whole page. */
const DETAIL_MAX = 600

export const DEVICES = ['desktop', 'mobile'] as const
export type Device = (typeof DEVICES)[number]
type Scores = Record<(typeof CATEGORIES)[number], number>

export interface Audited {
  name: string
  device: Device
  /** Of 100; each the median of all runs. */
  scores: Scores
  /** What took points outside of performance, in any run. */
  faults: string[]
}

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; details?: { items?: unknown[] } }>
}

/** Runs Lighthouse with simulated throttling, `runs` times, against a screen in a browser of its own. */
export async function audit(
  { executablePath, runs, device }: { executablePath: string | undefined; runs: number; device: Device },
  { url, token }: DemoServer,
  { name, path, isSignedIn }: Screen,
): Promise<Audited> {
  const profile = await mkdtemp(join(tmpdir(), 'leadlight-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== undefined && { executablePath }),
    args: ['--remote-debugging-port=0', '--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  try {
    const page = await context.newPage()
    await page.goto(`${url}/theme.js`)
    if (isSignedIn) await page.evaluate((value) => localStorage.setItem('access_token', value), token)
    const [port = ''] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
    const reports: Report[] = []
    while (reports.length < runs) reports.push(await runOnce(url + path, port, device))
    const scores = Object.fromEntries(CATEGORIES.map((category) => [category, medianOf(reports, category)])) as Scores
    return { name, device, scores, faults: [...new Set(reports.flatMap(faultsIn))] }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}

async function runOnce(address: string, port: string, device: Device): Promise<Report> {
  const options = [
    `--port=${port}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    '--throttling-method=simulate',
    // The session is in the browser's storage.
    '--disable-storage-reset',
    '--no-enable-error-reporting',
    '--output=json',
    '--quiet',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [LIGHTHOUSE, address, ...options], {
    maxBuffer: 256 * 1024 * 1024,
  })
  return JSON.parse(stdout) as Report
}

function medianOf(reports: readonly Report[], category: string): number {
  const scores = reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))
  return scores.toSorted((a, b) => a - b)[Math.floor(scores.length / 2)] ?? 0
}

function faultsIn({ categories, audits }: Report): string[] {
  const others = CATEGORIES.filter((category) => category !== 'performance')
  return others.flatMap((category) =>
    (categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(
        ({ id }) =>
          `${category}: ${audits[id]?.title} ${JSON.stringify(audits[id]?.details?.items ?? []).slice(0, DETAIL_MAX)}`,
      ),
  )
}
