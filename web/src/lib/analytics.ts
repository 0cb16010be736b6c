import { logWarning } from './log.ts'
import { readStored, STORED } from './storage.ts'

const TEXT_MAX = 255
const EVENTS_PER_BATCH = 20
const WAIT_MS = 5000
/** Elements whose use is recorded; nothing else on a page is. */
const ACTED_ON =
  'a, button, input, select, textarea, summary, [role=button], [role=menuitem], [role=option], [role=tab]'

/** One recorded event. It never holds what was typed, and only the path of a URL. */
export interface AnalyticsEvent {
  event: 'page_view' | 'click' | 'change' | 'submit'
  at: string
  path: string
  /** The kind and the visible name of the element. */
  element?: string
  text?: string
}

interface Options {
  url: string
  /** The current path. */
  path: () => string
  now?: () => Date
}

export interface Analytics {
  pageView(): void
  /** Sends pending events and stops recording. */
  stop(): void
}

/**
 * Reports page views and presses to the operator's own endpoint: batched plain POST requests without cookies. Records
 * nothing while a super admin sees the product as another user. Events that cannot be sent are dropped.
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
    // Plain text needs no CORS preflight, and `keepalive` outlives the page.
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

/** The element's visible name; for a field its label, never its value. */
function nameOf(element: Element): string {
  const isField = element.matches('input, select, textarea')
  const label = isField ? (element as HTMLInputElement).labels?.[0]?.textContent : element.textContent
  const isForm = element.tagName === 'FORM'
  const text = element.getAttribute('aria-label') ?? (isForm ? '' : label) ?? ''
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
}
