import type { Page } from '@playwright/test'

/** A pixel of 44 may fall on an edge. */
const TARGET_PX = 43

/**
 * The controls of the page that take presses on less than 44 × 44 px, each with what it has. As in WCAG 2.5.8, links
 * within a text are left out. `within` narrows the page to what lies above the rest. The page is pressed point by point: what lies above a control takes its presses.
 */
export function smallTargets(page: Page, within = 'body'): Promise<string[]> {
  const asked = { needed: TARGET_PX, within }
  return page.evaluate(async ({ needed, within: root }) => {
    const CONTROLS =
      'a[href], button, input:not([type=hidden], [type=range]), textarea, summary, [role^=menuitem], [role=option], [role=tab]'
    const all = [...document.querySelectorAll<HTMLElement>(`${root} :is(${CONTROLS})`)].filter(isShown)
    const small: string[] = []
    for (const control of all) {
      if (isInText(control)) continue
      // What others of the same list show on a phone may be asked for, and gone by the time it is measured.
      control.scrollIntoView({ block: 'center', inline: 'center' })
      await new Promise((drawn) => requestAnimationFrame(drawn))
      const [width, height] = reachOf(control)
      if (control.isConnected && (width < needed || height < needed))
        small.push(`${nameOf(control)}: ${width} × ${height}`)
    }
    return [...new Set(small)]

    function isShown(control: HTMLElement): boolean {
      const { width, height } = control.getBoundingClientRect()
      const isForReaders = width <= 1 && height <= 1 && !isLabelled(control)
      return (
        control.checkVisibility({ visibilityProperty: true }) &&
        !isForReaders &&
        !control.matches(':disabled, [aria-hidden=true] *')
      )
    }
    function isLabelled(control: HTMLElement): control is HTMLInputElement {
      return control instanceof HTMLInputElement && (control.labels?.length ?? 0) > 0
    }
    /** Whether the block it stands in has words besides those of its links. */
    function isInText(control: HTMLElement): boolean {
      if (!control.matches('a, .link') || !getComputedStyle(control).display.startsWith('inline')) return false
      let block = control.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const links = [...(block?.querySelectorAll('a, .link') ?? [])]
      const words = (text: string | null | undefined) => (text ?? '').replaceAll(/\s/gu, '').length
      return words(block?.textContent) > links.reduce((sum, link) => sum + words(link.textContent), 0)
    }
    /** How far a press reaches it to both sides and up and down from its middle. */
    function reachOf(control: HTMLElement): [number, number] {
      const isHidden = control.getBoundingClientRect().width <= 1 && isLabelled(control)
      const shown = isHidden ? (control.labels?.[0] ?? control) : control
      const [box] = shown.getClientRects()
      if (!box) return [0, 0]
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const along = (dx: number, dy: number) => {
        let steps = 0
        while (steps < needed && takes(control, x + dx * (steps + 1), y + dy * (steps + 1))) steps++
        return steps
      }
      if (!takes(control, x, y)) return [0, 0]
      return [along(-1, 0) + along(1, 0) + 1, along(0, -1) + along(0, 1) + 1]
    }
    function takes(control: HTMLElement, x: number, y: number): boolean {
      const at = document.elementFromPoint(x, y)
      return at !== null && (control.contains(at) || at.closest('label')?.control === control)
    }
    function nameOf(control: HTMLElement): string {
      const words = control.getAttribute('aria-label') ?? control.textContent ?? ''
      return `${control.tagName.toLowerCase()} “${words.trim().replaceAll(/\s+/gu, ' ').slice(0, 60)}”`
    }
  }, asked)
}
