import { useState, useSyncExternalStore } from 'react'
import { readStored, STORED, writeStored } from '../../lib/storage.ts'

const NARROW = '(max-width: 1099px)'

/** Whether the sidebar is folded to icons: always on narrow screens, elsewhere as somebody chose. */
export function useSidebarState(): { folded: boolean; toggle: (() => void) | null } {
  const narrow = useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
  const [chosen, setChosen] = useState(() => readStored(STORED.sidebar) === 'folded')
  function toggle() {
    writeStored(STORED.sidebar, chosen ? null : 'folded')
    setChosen(!chosen)
  }
  return narrow ? { folded: true, toggle: null } : { folded: chosen, toggle }
}

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
