import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'

export type ToastKind = 'success' | 'error' | 'info' | 'warning'

export interface ToastOptions {
  kind: ToastKind
  message: string
  /** How long it stays, counted down in seconds; 5000 when not set. */
  durationMs?: number
  /** Offers an Undo button. The toast goes once it is pressed. */
  onUndo?: () => void
}

/** A toast to show, or, without options, one to take away. */
export interface ToastChange {
  id: number
  options: ToastOptions | null
}

/** Hands over the toasts that wait, and then each new one, until it is told to stop. */
export type HearToasts = (listener: (change: ToastChange) => void) => () => void

const WARM_UP_MS = 4000

const waiting: ToastChange[] = []
let apply: ((change: ToastChange) => void) | null = null
let load: (() => void) | null = null
let nextId = 1

/** Shows a toast and returns its id, from 1 upwards. It counts down unless the pointer or the focus is on it. */
export function showToast(options: ToastOptions): number {
  const id = nextId++
  change({ id, options })
  return id
}

/** Takes a toast away before its time. */
export function dismissToast(id: number): void {
  change({ id, options: null })
}

/**
 * Where the toasts appear: once, at the root. The stack and its library are loaded after the first screen stands, or
 * with the first toast; toasts wait for it, and one that could not load it leaves that to the next.
 */
export function Toaster() {
  const [Stack, setStack] = useState<ComponentType<{ hear: HearToasts }> | null>(null)
  useEffect(() => {
    load = () => {
      import('./toast-stack.tsx').then(
        ({ ToastStack }) => setStack(() => ToastStack),
        () => undefined,
      )
    }
    const timer = setTimeout(load, waiting.length > 0 ? 0 : WARM_UP_MS)
    return () => {
      clearTimeout(timer)
      load = null
    }
  }, [])
  return Stack && <Stack hear={hear} />
}

function change(toast: ToastChange) {
  if (apply) return apply(toast)
  waiting.push(toast)
  load?.()
}

function hear(listener: (change: ToastChange) => void): () => void {
  apply = listener
  for (const toast of waiting.splice(0)) listener(toast)
  return () => {
    apply = null
  }
}
