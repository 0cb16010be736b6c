/** How long a page that is not drawn, such as one in a hidden tab, is waited for. */
const HIDDEN_MS = 200

/**
 * Resolves once what was last rendered has been drawn. What only follows it is asked for then, so that it does not come
 * between a person and what they opened.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HIDDEN_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      // The frame is drawn once this task has ended.
      setTimeout(resolve)
    })
  })
}
