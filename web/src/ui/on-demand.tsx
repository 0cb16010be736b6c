import { cloneElement, Suspense, useState } from 'react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

type Trigger = ReactElement<ComponentProps<'button'>>

interface OnDemandProps {
  /** The button; it looks the same before and after loading. */
  trigger: Trigger
  /** The loaded content around the button, open from the start, since a press requested it. */
  children: (trigger: Trigger) => ReactNode
  opens?: 'menu' | 'dialog'
}

/** A button whose menu or panel is loaded at its first press. */
export function OnDemand({ trigger, children, opens = 'menu' }: OnDemandProps) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted) return cloneElement(trigger, { 'aria-haspopup': opens, onClick: () => setWanted(true) })
  return <Suspense fallback={cloneElement(trigger, { 'aria-busy': true })}>{children(trigger)}</Suspense>
}
