import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

interface Pause {
  isPaused: boolean
  /** Looks again at what holds the toasts: no browser tells that what was under the pointer, or had the focus, has gone. */
  recheck: () => void
}

const PauseContext = createContext<Pause>({ isPaused: false, recheck: () => undefined })

/** Holds every toast within while the pointer or the focus is on any of them, so that none moves from under the hand. */
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

/** Whether the countdowns stand still, for a toast that may go at any time. */
export function useToastPause(): boolean {
  const { isPaused, recheck } = useContext(PauseContext)
  useEffect(() => recheck, [recheck])
  return isPaused
}
