/** Whether keys have their Mac names: ⌘ instead of Ctrl. */
export function isMac(): boolean {
  return /mac|iphone|ipad/iu.test(navigator.userAgent)
}
