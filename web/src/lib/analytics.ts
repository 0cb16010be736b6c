import { logWarning } from './log.ts'
import { readStored, STORED } from './storage.ts'

const TEXT_MAX = 255
const EVENTS_PER_BATCH = 20
const WAIT_MS = 5000
/** What somebody acts on; nothing else of a page is looked at. */
const ACTED_ON =
  'a, button, input, select, textarea, summary, [role=button], [role=menuitem], [role=option], [role=tab]'

/** One thing that happened in the browser. Never what was typed, and of addresses the path alone. */
export interface AnalyticsEvent {
  event: 'page_view' | 'click' | 'change' | 'submit'
  at: string
  path: string
  /** Of what was acted on: its kind and its name, as it is shown. */
  element?: string
  text?: string
}

interface Options {
  url: string
  /** The path that the page is at. */
  path: () => string
  now?: () => Date
}

export interface Analytics {
  pageView(): void
  /** Sends what waits and hears of nothing more. */
  stop(): void
}

/**
 * Tells the operator's own endpoint which pages are seen and what is pressed, in batches, in plain POST requests without
 * cookies. Quiet while a super admin looks at the product as another user. What cannot be sent is dropped.
 */
export function startAnalytics({ url, path, now = () => new Date() }: Options): Analytics {
  const visit = crypto.randomUUID()
  let waiting: AnalyticsEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const events = waiting
    waiting = []
    if (events.length === 0 || isOff()) return
    const body = JSON.stringify({ visit, sent_at: now().toISOString(), events })
    // Plain text asks no leave of another origin beforehand, and `keepalive` outlives the page.
    const headers = { 'content-type': 'text/plain' }
    fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, headers, body }).catch(
      (cause: unknown) => logWarning('What the product is used for could not be told', cause),
    )
  }

  function capture(event: AnalyticsEvent['event'], target?: Element) {
    if (isOff()) return
    const about = target ? { element: target.tagName.toLowerCase(), text: nameOf(target) } : {}
    waiting.push({ event, at: now().toISOString(), path: path(), ...about })
    if (waiting.length >= EVENTS_PER_BATCH) flush()
    else timer ??= setTimeout(flush, WAIT_MS)
  }

  const onEvent = ({ type, target }: Event) => {
    const element = target instanceof Element ? (type === 'submit' ? target : target.closest(ACTED_ON)) : null
    if (element) capture(type as AnalyticsEvent['event'], element)
  }
  const eventTypes = ['click', 'change', 'submit'] as const
  for (const type of eventTypes) document.addEventListener(type, onEvent, { capture: true })
  window.addEventListener('pagehide', flush)
  return {
    pageView: () => capture('page_view'),
    stop() {
      for (const type of eventTypes) document.removeEventListener(type, onEvent, { capture: true })
      window.removeEventListener('pagehide', flush)
      flush()
    },
  }
}

function isOff(): boolean {
  return readStored(STORED.analyticsOff) === 'true'
}

/** What the element is called: of a field its label, never what stands in it. */
function nameOf(element: Element): string {
  const isField = element.matches('input, select, textarea')
  const label = isField ? (element as HTMLInputElement).labels?.[0]?.textContent : element.textContent
  const isForm = element.tagName === 'FORM'
  const text = element.getAttribute('aria-label') ?? (isForm ? '' : label) ?? ''
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
}
