import { cloneElement, Suspense, useState } from 'react'
import type { ComponentProps, ReactElement, ReactNode } from 'react'

type Trigger = ReactElement<ComponentProps<'button'>>

interface OnDemandProps {
  /** The button; it looks the same before and after what it opens has been fetched. */
  trigger: Trigger
  /** What it opens, around the button and open from the start, since a press brought it here. */
  children: (trigger: Trigger) => ReactNode
  opens?: 'menu' | 'dialog'
}

/** A button whose menu or panel is fetched at its first press. */
export function OnDemand({ trigger, children, opens = 'menu' }: OnDemandProps) {
  const [isWanted, setWanted] = useState(false)
  if (!isWanted) return cloneElement(trigger, { 'aria-haspopup': opens, onClick: () => setWanted(true) })
  return <Suspense fallback={cloneElement(trigger, { 'aria-busy': true })}>{children(trigger)}</Suspense>
}
