import { useState } from 'react'
import { readStored, STORED, writeStored } from '../../lib/storage.ts'
import { useMedia } from '../../lib/use-media.ts'

const NARROW = '(max-width: 1099px)'

/** Whether the sidebar is folded to icons: always on narrow screens, elsewhere by choice. */
export function useSidebarState(): { folded: boolean; toggle: (() => void) | null } {
  const narrow = useMedia(NARROW)
  const [chosen, setChosen] = useState(() => readStored(STORED.sidebar) === 'folded')
  function toggle() {
    writeStored(STORED.sidebar, chosen ? null : 'folded')
    setChosen(!chosen)
  }
  return narrow ? { folded: true, toggle: null } : { folded: chosen, toggle }
}
