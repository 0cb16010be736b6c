import type { Page } from '@playwright/test'
import type { Fling } from './fling-probe.ts'

export interface Spread {
  p50Ms: number
  p95Ms: number
  maxMs: number
}

export interface Measured {
  name: string
  /** From the key to the end of the frame that shows its row. */
  frame: Spread
  /** The browser's own figure for the same presses, up to the presentation, in steps of 8 ms. */
  event: Spread
  rowNodes: number
  heapMb?: number
  fling?: Fling
}

const SHOWN_MS_MAX = 3_000
/** Keys come at every moment of a frame: the pauses between them have all lengths up to this. */
const PAUSE_MS = 50
const READING_PAUSE_MS = 400
/** If no page comes for this long, there is none. */
const FRAMES_WITHOUT_A_PAGE_MAX = 300
const WARMING_KEYS = 10
/** A wheel's last animation lasts a while. */
const SETTLE_MS = 500
const FLING_PX = 40_000
const FLING_PX_PER_S = 12_000

interface Keys {
  keys: number
  /** The key that is pressed first and most often. */
  first?: 'j' | 'k'
  /** Gives the reading pane time to follow each step, like somebody who reads every lead. */
  isReading?: boolean
}

/** Presses `first`, and its opposite in the last of four turns, so that the list moves and comes back. */
export async function measureKeys(
  page: Page,
  name: string,
  { keys, first = 'j', isReading = false }: Keys,
): Promise<Measured> {
  const other = first === 'j' ? 'k' : 'j'
  const turn = Math.ceil(keys / 4)
  for (let index = 0; index < WARMING_KEYS; index += 1) await pressOnce(page, first)
  await page.evaluate(() => window.inboxProbe.takeEventDurations())
  const frames: number[] = []
  let rowNodes = 0
  for (let index = 0; index < keys; index += 1) {
    frames.push(await pressOnce(page, Math.floor(index / turn) % 4 === 3 ? other : first))
    if (index % 10 === 0) rowNodes = Math.max(rowNodes, await page.evaluate(() => window.inboxProbe.rowNodes()))
    await page.waitForTimeout(isReading ? (index * 67) % READING_PAUSE_MS : (index * 7) % PAUSE_MS)
  }
  const durations = await page.evaluate(() => window.inboxProbe.takeEventDurations())
  // What the browser does not report took less than it can report.
  const untold = Array.from({ length: Math.max(0, keys - durations.length) }, () => 8)
  return { name, frame: spreadOf(frames), event: spreadOf([...durations, ...untold]), rowNodes }
}

async function pressOnce(page: Page, key: 'j' | 'k'): Promise<number> {
  await page.keyboard.press(key)
  const handle = await page.waitForFunction(() => window.inboxProbe.takePresses()[0], undefined, {
    timeout: SHOWN_MS_MAX,
    polling: 5,
  })
  return (await handle.jsonValue()) ?? Number.NaN
}

/** Scrolls to the end again and again until this many rows are loaded, and stops at the last of them. */
export async function pageThrough(page: Page, rows: number): Promise<void> {
  await page.evaluate(
    async ({ rows, framesMax }) => {
      const list = window.inboxProbe.scroller()
      if (!list) throw new Error('There is no list')
      for (let waited = 0, height = 0; waited < framesMax; waited += 1) {
        const last = [...list.querySelectorAll('[aria-posinset], tbody tr[aria-rowindex]')].at(-1)
        if (Number(last?.getAttribute('aria-posinset') ?? last?.getAttribute('aria-rowindex')) >= rows) return
        if (list.scrollHeight > height) waited = 0
        height = list.scrollHeight
        list.scrollTop = height
        await new Promise((frame) => requestAnimationFrame(frame))
      }
    },
    { rows, framesMax: FRAMES_WITHOUT_A_PAGE_MAX },
  )
  await page.keyboard.press('End')
  await page.waitForFunction((least) => window.inboxProbe.position() > least, rows * 0.9)
}

/** Flings the list down like a finger, and back, by the compositor, so that the page has to keep up. */
export async function fling(page: Page): Promise<Fling> {
  const session = await page.context().newCDPSession(page)
  const x = await page.evaluate(() => (window.inboxProbe.scroller()?.getBoundingClientRect().left ?? 0) + 100)
  await page.evaluate(() => window.flingProbe.start())
  for (const yDistance of [-FLING_PX, FLING_PX]) {
    const gesture = { x, y: 500, yDistance, speed: FLING_PX_PER_S, gestureSourceType: 'mouse' as const }
    await session.send('Input.synthesizeScrollGesture', gesture)
  }
  const seen = await page.evaluate(() => window.flingProbe.end())
  await session.detach()
  await page.waitForTimeout(SETTLE_MS)
  return seen
}

/** The size of the page's script heap after garbage collection. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

function spreadOf(measured: readonly number[]): Spread {
  const ordered = measured.toSorted((a, b) => a - b)
  const at = (share: number) => ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN
  return { p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) }
}
