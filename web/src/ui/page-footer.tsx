import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps, RefObject } from 'react'
import { classNames } from './class-names.ts'

const HEIGHT = '--page-footer'
const ROOM = '--toast-room'

interface PageFooterProps extends ComponentProps<'div'> {
  /** Whether it stays in view. */
  isSticky?: boolean
}

/**
 * The bar at the foot of a page. While it stays in view, toasts stay above it, and the page needs no room for them below
 * it.
 */
export function PageFooter({ isSticky = true, className, ...rest }: PageFooterProps) {
  const footer = useRef<HTMLDivElement>(null)
  useFootHeight(footer, isSticky)
  useLayoutEffect(() => {
    if (!isSticky) return undefined
    const { style } = document.documentElement
    style.setProperty(ROOM, '0px')
    return () => void style.removeProperty(ROOM)
  }, [isSticky])
  return <div {...rest} ref={footer} className={classNames(isSticky && 'sticky bottom-0 z-10', className)} />
}

/** Tells the whole document the height of what stands at its foot while it does: toasts stay above it. */
export function useFootHeight(foot: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const { current } = foot
    if (!isThere || !current || typeof ResizeObserver === 'undefined') return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [foot, isThere])
}
