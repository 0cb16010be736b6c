/** What is selected in one frame of a page. */
export interface FrameSelection {
  text: string
  /** Whether the frame is where somebody is at work. */
  isActive: boolean
}

/**
 * Reads what is selected in this frame, and nothing else: on the page, in what is typed, or in a component with a tree of
 * its own. Injected into pages, so it uses nothing from outside itself.
 */
export function readSelection(): FrameSelection {
  type Root = (Document | ShadowRoot) & { getSelection?: () => Selection | null }
  const WRITTEN = new Set(['text', 'search', 'url', 'tel'])

  /** Undefined where nothing is selected in a field. */
  function inField({ activeElement: field }: Root): string | undefined {
    if (field?.shadowRoot) return inField(field.shadowRoot)
    // Browsers give a dot for each letter, which tells how many there are.
    if (field instanceof HTMLInputElement && field.type === 'password') return ''
    const isWritten =
      field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && WRITTEN.has(field.type))
    const selected = isWritten ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : ''
    return selected.trim() === '' ? undefined : selected
  }

  function inTree(root: Root): string {
    const text = root.getSelection?.()?.toString() ?? ''
    if (text.trim() !== '') return text
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inner = shadowRoot ? inTree(shadowRoot) : ''
      if (inner !== '') return inner
    }
    return ''
  }

  const field = inField(document)
  const isActive = document.hasFocus() && !(document.activeElement instanceof HTMLIFrameElement)
  return { text: (field ?? inTree(document)).trim(), isActive }
}
