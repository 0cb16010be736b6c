/** What is typed for a field that is asked for and not there yet: words for it, and no keys for anything else. */
interface Held {
  typed: string
  timer: ReturnType<typeof setTimeout>
}

let held: Held | null = null

/** From now on what is typed waits for the next field that takes the focus; so long at most, then it is let go. */
export function holdKeys(msMax: number): void {
  release()
  held = { typed: '', timer: setTimeout(release, msMax) }
  document.addEventListener('focusin', giveToField)
  document.addEventListener('pointerdown', release)
}

/** Whether the key waits for a field. Escape, and keys with which one goes elsewhere, end the waiting. */
export function takeHeldKey(event: KeyboardEvent): boolean {
  if (!held) return false
  const { key } = event
  if (key === 'Escape' || key === 'Tab') {
    release()
    return false
  }
  event.preventDefault()
  if (key === 'Backspace') held.typed = held.typed.slice(0, -1)
  else if (key.length === 1) held.typed += key
  return true
}

function giveToField({ target }: FocusEvent): void {
  if (!(target instanceof HTMLTextAreaElement)) return
  const typed = held?.typed ?? ''
  release()
  if (typed === '') return
  const { selectionStart, selectionEnd } = target
  target.setRangeText(typed, selectionStart, selectionEnd, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed, inputType: 'insertText' }))
}

function release(): void {
  if (held) clearTimeout(held.timer)
  held = null
  document.removeEventListener('focusin', giveToField)
  document.removeEventListener('pointerdown', release)
}
