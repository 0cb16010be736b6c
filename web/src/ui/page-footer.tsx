import { useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

const HEIGHT = '--page-footer'

interface PageFooterProps extends ComponentProps<'div'> {
  /** Whether it stays in view. */
  isSticky?: boolean
}

/** The bar at the foot of a page. While it stays in view, the whole document knows its height: toasts stay above it. */
export function PageFooter({ isSticky = true, className, ...rest }: PageFooterProps) {
  const footer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = footer
    if (!isSticky || !current || typeof ResizeObserver === 'undefined') return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [isSticky])
  return <div {...rest} ref={footer} className={classNames(isSticky && 'sticky bottom-0 z-10', className)} />
}
