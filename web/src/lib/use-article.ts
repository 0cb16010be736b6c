import { useLayoutEffect, useRef } from 'react'

/** Whether the focus was in the last article as it went: it is then nowhere, and the next article takes it. */
let hasLostFocus = false

/**
 * Scrolls a newly opened article to its top, and takes the focus that the one before it had. If the list made room for
 * it, the focus would stay behind there. Both need the layout, so they run in the next frame, which computes it anyway.
 */
export function useArticle() {
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = article
    const takesOver = hasLostFocus
    hasLostFocus = false
    const frame = requestAnimationFrame(() => {
      // Unless it was opened for writing, which has begun by then.
      if (article.current?.contains(document.activeElement)) return
      article.current?.closest('section')?.scrollTo(0, 0)
      const isLeftBehind = document.activeElement?.checkVisibility?.({ visibilityProperty: true }) === false
      const isNowhere = takesOver && document.activeElement === document.body
      if (isLeftBehind || isNowhere) article.current?.focus({ preventScroll: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      hasLostFocus = current?.contains(document.activeElement) === true
    }
  }, [])
  return article
}
