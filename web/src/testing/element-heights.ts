const WINDOW_HEIGHT_PX = 900
const NAMES = ['offsetHeight', 'clientHeight'] as const

/**
 * For `beforeAll` or `beforeEach`: happy-dom has no layout, so each row gets this height and everything else 900 px.
 * The returned function restores the prototype, since later files run in the same process.
 */
export function elementHeights(rowHeightPx: number): () => () => void {
  return () => {
    const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(HTMLElement.prototype, name)] as const)
    function height(this: HTMLElement) {
      return this.hasAttribute('data-index') ? rowHeightPx : WINDOW_HEIGHT_PX
    }
    for (const name of NAMES) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: height })
    return () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(HTMLElement.prototype, name, descriptor)
        else Reflect.deleteProperty(HTMLElement.prototype, name)
      }
    }
  }
}
