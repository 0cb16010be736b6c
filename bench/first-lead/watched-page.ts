import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'

/** So often is the page looked at, and so long may it stand still without a word. */
const LOOKED_EVERY_MS = 250
const SILENT_MS_MAX = 1_000

export interface Wait {
  for: string
  ms: number
  /** The longest while in which nothing changed and nothing said what goes on. */
  silentMs: number
}

/** A page of which is known how often it was pressed and how long it let its reader wait. */
export interface WatchedPage {
  page: Page
  /** Presses of a pointer and of Enter, so far. */
  presses: () => number
  waits: readonly Wait[]
  /** Waits until `there` can be seen, and looks at the page meanwhile; throws after `msMax`. */
  waitFor(what: string, there: Locator, msMax?: number): Promise<void>
}

export const isSilent = ({ silentMs }: Wait): boolean => silentMs > SILENT_MS_MAX

/** Counts and watches from the next document on. */
export async function watch(page: Page): Promise<WatchedPage> {
  let presses = 0
  await page.exposeFunction('countPress', () => (presses += 1))
  await page.addInitScript(reportPresses)
  const waits: Wait[] = []
  /** What the page says all the time, such as that an address is not verified, says nothing of a wait. */
  let lasting: readonly string[] = []
  return {
    page,
    presses: () => presses,
    waits,
    async waitFor(what, there, msMax = 60_000) {
      const { said, ...wait } = await watchUntil(page, there, { msMax, lasting })
      lasting = said
      waits.push({ for: what, ...wait })
    },
  }
}

interface Watched extends Omit<Wait, 'for'> {
  /** By which it said something at the end. */
  said: readonly string[]
}

async function watchUntil(
  page: Page,
  there: Locator,
  { msMax, lasting }: { msMax: number; lasting: readonly string[] },
): Promise<Watched> {
  const begunMs = performance.now()
  let silentSinceMs = begunMs
  let longestMs = 0
  let before = ''
  let wasSaying = false
  for (;;) {
    const isThere = await there.isVisible()
    const look = await page.evaluate(lookAtPage).catch(unloaded)
    const nowMs = performance.now()
    const isSaying = look.said.some((words) => !lasting.includes(words))
    // A busy page is late to be looked at, but shows what it showed.
    if (!wasSaying || !isSaying) longestMs = Math.max(longestMs, nowMs - silentSinceMs)
    if (isThere) return { ms: nowMs - begunMs, silentMs: longestMs, said: look.said }
    if (look.shown !== before || isSaying) silentSinceMs = nowMs
    wasSaying = isSaying
    before = look.shown
    if (nowMs - begunMs > msMax) throw new Error(`Not seen within ${msMax} ms: ${there.toString()}\n${look.shown}`)
    await sleep(LOOKED_EVERY_MS)
  }
}

/** A page that is just being left shows nothing of its own. */
function unloaded(error: unknown): { shown: string; said: string[] } {
  if (error instanceof Error && /context was destroyed|navigat/i.test(error.message)) return { shown: '', said: [] }
  throw error
}

/** Runs in the page: its visible text, and the visible text by which it says what goes on. */
function lookAtPage(): { shown: string; said: string[] } {
  const saying = [...document.querySelectorAll<HTMLElement>('output, [role=status], button[aria-busy=true]')]
  // What only screen readers get is one pixel wide.
  const isVisible = (element: HTMLElement) =>
    element.checkVisibility({ opacityProperty: true }) && element.getBoundingClientRect().width > 1
  const said = saying.filter(isVisible).map((element) => element.innerText.trim())
  return { shown: `${location.pathname}\n${document.body.innerText}`, said: said.filter((words) => words !== '') }
}

/** Runs in the page: tells of presses by a person, not of those that the page makes itself. */
function reportPresses(): void {
  const { countPress } = window as unknown as { countPress: () => void }
  const tell = (event: Event) => event.isTrusted && countPress()
  addEventListener('pointerdown', tell, { capture: true })
  addEventListener('keydown', (event) => event.key === 'Enter' && tell(event), { capture: true })
}
