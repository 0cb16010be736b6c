import type { ProjectEvent } from '@leadlight/contract/installation'
import { streamEvents } from 'virtual:calls'
import { send } from './api.ts'
import { logWarning } from './log.ts'
import { readLater } from './read-later.ts'
import { RequestError } from './request-error.ts'
import { readServerEvents } from './server-events.ts'
import { isWorthRetrying } from './swr-config.ts'
import { pauseMs, wait } from './wait.ts'

/**
 * A project's events; `connected` once the first connection hears them, before which some may have been missed; and
 * `refused` if the server ends the stream for good.
 */
export type ProjectStreamEvent = ProjectEvent | { type: 'connected' } | { type: 'refused' }
export type EventListener = (event: ProjectStreamEvent) => void

interface Subscription {
  listeners: Set<EventListener>
  stop: AbortController
}

const open = new Map<string, Subscription>()

/**
 * Subscribes to a project's events: search progress, new leads, source health. All listeners of a project share one
 * connection, which resumes after the last event when it breaks. Returns the unsubscribe function.
 */
export function listenToProject(projectId: string, listener: EventListener): () => void {
  let subscription = open.get(projectId)
  if (!subscription) {
    subscription = { listeners: new Set(), stop: new AbortController() }
    open.set(projectId, subscription)
    void stayConnected(projectId, subscription)
  }
  const { listeners, stop } = subscription
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    stop.abort()
    if (open.get(projectId)?.stop === stop) open.delete(projectId)
  }
}

async function stayConnected(projectId: string, { listeners, stop: { signal } }: Subscription): Promise<void> {
  let lastEventId: string | null = null
  let failures = 0
  while (!signal.aborted) {
    try {
      const response = await connect(projectId, lastEventId, signal)
      for await (const event of readServerEvents(response)) {
        failures = 0
        if (lastEventId === null && event.id !== null) dispatch(listeners, { type: 'connected' })
        lastEventId = event.id ?? lastEventId
        if (event.data) dispatchData(listeners, event.data)
      }
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof RequestError && !isWorthRetrying(error)) {
        logWarning('Live events ended', error)
        return dispatch(listeners, { type: 'refused' })
      }
    }
    await wait(pauseMs(failures++), signal)
  }
}

function connect(projectId: string, lastEventId: string | null, signal: AbortSignal): Promise<Response> {
  const headers = { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) }
  return readLater(() => send(streamEvents, { params: { projectId }, headers, signal }))
}

function dispatchData(listeners: ReadonlySet<EventListener>, data: string) {
  // The server validates its events against the contract before sending them.
  dispatch(listeners, JSON.parse(data) as ProjectEvent)
}

function dispatch(listeners: ReadonlySet<EventListener>, event: ProjectStreamEvent) {
  for (const listener of listeners) listener(event)
}
