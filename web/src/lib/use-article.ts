import { useLayoutEffect, useRef } from 'react'

/**
 * Scrolls a newly opened article to its top. If the list made room for it, the focus would stay behind there. Both need
 * the layout, so they run in the next frame, which computes it anyway.
 */
export function useArticle() {
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      // Unless it was opened for writing, which has begun by then.
      if (article.current?.contains(document.activeElement)) return
      article.current?.closest('section')?.scrollTo(0, 0)
      const isLeftBehind = document.activeElement?.checkVisibility?.({ visibilityProperty: true }) === false
      if (isLeftBehind) article.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return article
}
