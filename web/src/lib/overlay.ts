import { useSyncExternalStore } from 'react'

/** What opens over any screen: the command palette, or the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts'

const listeners = new Set<() => void>()
let shown: Overlay | null = null

/** Opens an overlay, or closes the open one. */
export function showOverlay(overlay: Overlay | null): void {
  shown = overlay
  for (const listener of listeners) listener()
}

export function useOverlay(): Overlay | null {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
