/** What is typed for a field that is asked for and not there yet: words for it, and no keys for anything else. */
interface Held {
  typed: string
  timer: ReturnType<typeof setTimeout>
}

let held: Held | null = null

/** From now on what is typed waits for the next field that takes the focus; so long at most, then it is let go. */
export function holdKeys(msMax: number): void {
  releaseKeys()
  held = { typed: '', timer: setTimeout(releaseKeys, msMax) }
  document.addEventListener('focusin', giveToField)
  document.addEventListener('pointerdown', releaseKeys)
}

/** Whether the key waits for a field. Escape, and keys with which one goes elsewhere, end the waiting. */
export function takeHeldKey(event: KeyboardEvent): boolean {
  if (!held) return false
  const { key } = event
  if (key === 'Escape' || key === 'Tab') {
    releaseKeys()
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
  releaseKeys()
  if (typed === '') return
  const { selectionStart, selectionEnd } = target
  target.setRangeText(typed, selectionStart, selectionEnd, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed, inputType: 'insertText' }))
}

/** What was typed since is let go, and keys are keys again. */
export function releaseKeys(): void {
  if (held) clearTimeout(held.timer)
  held = null
  document.removeEventListener('focusin', giveToField)
  document.removeEventListener('pointerdown', releaseKeys)
}
