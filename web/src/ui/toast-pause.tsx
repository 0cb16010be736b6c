import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

interface Pause {
  isPaused: boolean
  /** Checks again what pauses the toasts: browsers send no event when the hovered or focused element is removed. */
  recheck: () => void
}

const PauseContext = createContext<Pause>({ isPaused: false, recheck: () => undefined })

/** Pauses all toasts inside while the pointer or the focus is on one of them, so none moves away from the user. */
export function ToastPause({ children }: { children: (isPaused: boolean) => ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const recheck = useCallback(() => {
    setPointed((before) => before && area.current?.matches(':hover') === true)
    setFocused(area.current?.contains(document.activeElement) === true)
  }, [])
  const isPaused = isPointed || isFocused
  return (
    <PauseContext value={{ isPaused, recheck }}>
      <div
        ref={area}
        onPointerEnter={() => setPointed(true)}
        onPointerMove={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {children(isPaused)}
      </div>
    </PauseContext>
  )
}

/** Whether the countdowns are paused, for a toast that may unmount at any time. */
export function useToastPause(): boolean {
  const { isPaused, recheck } = useContext(PauseContext)
  useEffect(() => recheck, [recheck])
  return isPaused
}
