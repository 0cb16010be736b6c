import { useLayoutEffect, useRef } from 'react'

/**
 * What is opened beside a list is read from its top. Where the list has made room for it, the focus would stay behind in there. Both need
 * the layout, which the next frame works out anyway: asked for there, it is not worked out twice.
 */
export function useArticle() {
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      // Unless it was opened to write in it, which has begun by then.
      if (article.current?.contains(document.activeElement)) return
      article.current?.closest('section')?.scrollTo(0, 0)
      const isLeftBehind = document.activeElement?.checkVisibility?.({ visibilityProperty: true }) === false
      if (isLeftBehind) article.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return article
}
