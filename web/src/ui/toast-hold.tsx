import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'

interface Hold {
  isHeld: boolean
  /** Looks again at what holds the toasts: no browser tells that what was under the pointer, or had the focus, has gone. */
  lookAgain: () => void
}

const HoldContext = createContext<Hold>({ isHeld: false, lookAgain: () => undefined })

/** Holds every toast within while the pointer or the focus is on any of them, so that none moves from under the hand. */
export function ToastHold({ children }: { children: (isHeld: boolean) => ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const lookAgain = useCallback(() => {
    setPointed((before) => before && area.current?.matches(':hover') === true)
    setFocused(area.current?.contains(document.activeElement) === true)
  }, [])
  const isHeld = isPointed || isFocused
  return (
    <HoldContext value={{ isHeld, lookAgain }}>
      <div
        ref={area}
        onPointerEnter={() => setPointed(true)}
        onPointerMove={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      >
        {children(isHeld)}
      </div>
    </HoldContext>
  )
}

/** Whether the countdowns stand still, for a toast that may go at any time. */
export function useToastHold(): boolean {
  const { isHeld, lookAgain } = useContext(HoldContext)
  useEffect(() => lookAgain, [lookAgain])
  return isHeld
}
