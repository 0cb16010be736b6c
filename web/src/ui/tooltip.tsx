import { Content, Portal, Provider, Root, Trigger } from 'radix-ui/tooltip'
import type { ReactElement, ReactNode } from 'react'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** Stands once at the root, with no delay of its own; a tooltip opens at once for 300 ms after another has closed. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={0} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Provider>
  )
}

interface TooltipProps {
  content: ReactNode
  /** What the tooltip is about: one element that takes focus and passes on its props and ref. */
  children: ReactElement
  /** How long the pointer rests before it opens; 700 ms when not set. */
  delayMs?: number
  side?: 'top' | 'right' | 'bottom' | 'left'
}

/** A few words on hover or focus. Never the only place where something is said. */
export function Tooltip({ content, children, delayMs = OPEN_DELAY_MS, side = 'top' }: TooltipProps) {
  return (
    <Root delayDuration={delayMs}>
      <Trigger asChild>{children}</Trigger>
      <Portal>
        <Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade rounded-control bg-ink px-2 py-1 text-s text-bg"
        >
          {content}
        </Content>
      </Portal>
    </Root>
  )
}
