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
export type SubscribeToToasts = (listener: (change: ToastChange) => void) => () => void

type Stack = ComponentType<{ subscribe: SubscribeToToasts }>

const WARM_UP_MS = 4000
const TRY_AGAIN_MS = 2000

const waiting: ToastChange[] = []
let apply: ((change: ToastChange) => void) | null = null
let load: (() => void) | null = null
let nextId = 1

/** Shows a toast and returns its id, from 1 upwards. It counts down unless the pointer or the focus is on one of those that show. */
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
 * with the first toast. Toasts wait for it: where it could not be loaded, as when the network is what they tell of, it is
 * tried again until it stands.
 */
export function Toaster({ loadStack = importStack }: { loadStack?: () => Promise<Stack> }) {
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
    timer = setTimeout(begin, waiting.length > 0 ? 0 : WARM_UP_MS)
    return () => {
      clearTimeout(timer)
      load = null
    }
  }, [loadStack])
  return Stack && <Stack subscribe={subscribe} />
}

async function importStack(): Promise<Stack> {
  return (await import('./toast-stack.tsx')).ToastStack
}

function change(toast: ToastChange) {
  if (apply) return apply(toast)
  waiting.push(toast)
  load?.()
}

function subscribe(listener: (change: ToastChange) => void): () => void {
  apply = listener
  for (const toast of waiting.splice(0)) listener(toast)
  return () => {
    apply = null
  }
}
