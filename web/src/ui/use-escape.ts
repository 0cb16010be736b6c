import { useEffect, useEffectEvent } from 'react'

/**
 * While `isActive`, Escape runs this and nothing else: neither a surrounding dialog nor a page shortcut receives it.
 */
export function useEscape(isActive: boolean, run: () => void): void {
  const onEscape = useEffectEvent(run)
  useEffect(() => {
    if (!isActive) return undefined
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onEscape()
    }
    // On the window in the capture phase, before any dialog's listener on the document.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isActive])
}
