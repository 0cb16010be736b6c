import { useEffect, useEffectEvent } from 'react'

/** While `isActive`, Escape does this and nothing else: neither the dialog around nor a shortcut of the page hears it. */
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
    // At the window and on the way down, which is before any dialog listens at the document.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isActive])
}
