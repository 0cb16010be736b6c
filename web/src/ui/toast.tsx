import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'

export type ToastKind = 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  kind: ToastKind
  message: string
  /** The countdown; 5000 by default. */
  durationMs?: number
  /** Offers an Undo button, which also closes the toast. */
  onUndo?: () => void
}

/** A toast to show, or, without options, one to close. */
export interface ToastChange {
  id: number
  options: ToastOptions | null
}

/** Passes on waiting toasts and then each new one. Returns the unsubscribe function. */
export type SubscribeToToasts = (listener: (change: ToastChange) => void) => () => void

type Stack = ComponentType<{ subscribe: SubscribeToToasts }>

const WARM_UP_MS = 4000
const TRY_AGAIN_MS = 2000

const waiting: ToastChange[] = []
let apply: ((change: ToastChange) => void) | null = null
let load: (() => void) | null = null
/** Set once the page whose toasts these were has gone. */
let isOver = false
let nextId = 1

/**
 * Shows a toast and returns its id, starting at 1. The countdown pauses while the pointer or the focus is on a toast.
 */
export function showToast(options: ToastOptions): number {
  const id = nextId++
  change({ id, options })
  return id
}

/** Closes a toast early. */
export function dismissToast(id: number): void {
  change({ id, options: null })
}

interface ToasterProps {
  loadStack?: () => Promise<Stack>
  /** Does the work of getting ready once nothing more urgent loads. */
  onceCalm?: (work: () => Promise<void>) => Promise<void>
}

/**
 * Renders the toasts, once, at the root. The stack and its library load after the first screen, or with the first
 * toast. Toasts wait for them. Loading is retried until it works, since a toast may be about the lost network. What still
 * waits when the page goes, or comes later, is dropped.
 */
export function Toaster({ loadStack = importStack, onceCalm = atOnce }: ToasterProps) {
  const [Stack, setStack] = useState<Stack | null>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      clearTimeout(timer)
      loadStack().then(
        (loaded) => setStack(() => loaded),
        () => load === begin && (timer = setTimeout(begin, TRY_AGAIN_MS)),
      )
    }
    load = begin
    isOver = false
    const warmUp = () =>
      void onceCalm(async () => {
        if (load === begin) begin()
      })
    timer = waiting.length > 0 ? setTimeout(begin) : setTimeout(warmUp, WARM_UP_MS)
    return () => {
      clearTimeout(timer)
      load = null
      isOver = true
      // React's strict mode renders once more at once.
      queueMicrotask(() => isOver && waiting.splice(0))
    }
  }, [loadStack, onceCalm])
  return Stack && <Stack subscribe={subscribe} />
}

function atOnce(work: () => Promise<void>): Promise<void> {
  return work()
}

async function importStack(): Promise<Stack> {
  return (await import('./toast-stack.tsx')).ToastStack
}

function change(toast: ToastChange) {
  if (apply) return apply(toast)
  if (isOver) return
  waiting.push(toast)
  load?.()
}

function subscribe(listener: (change: ToastChange) => void): () => void {
  apply = listener
  for (const toast of waiting.splice(0)) listener(toast)
  return () => {
    // The next one may have begun already.
    if (apply === listener) apply = null
  }
}
