/** Whether keys are called as on a Mac: ⌘ where others have Ctrl. */
export function isMac(): boolean {
  return /mac|iphone|ipad/iu.test(navigator.userAgent)
}
