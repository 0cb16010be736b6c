/** What is typed for a field that is asked for and not there yet: words for it, and no keys for anything else. */
interface KeyBuffer {
  typed: string
  timer: ReturnType<typeof setTimeout>
}

let buffer: KeyBuffer | null = null

/** From now on what is typed waits for the next field that takes the focus; so long at most, then it is let go. */
export function bufferKeys(msMax: number): void {
  dropBufferedKeys()
  buffer = { typed: '', timer: setTimeout(dropBufferedKeys, msMax) }
  document.addEventListener('focusin', giveToField)
  document.addEventListener('pointerdown', dropBufferedKeys)
}

/** Whether the key waits for a field. Escape, and keys with which one goes elsewhere, end the waiting. */
export function takeBufferedKey(event: KeyboardEvent): boolean {
  if (!buffer) return false
  const { key } = event
  if (key === 'Escape' || key === 'Tab') {
    dropBufferedKeys()
    return false
  }
  event.preventDefault()
  if (key === 'Backspace') buffer.typed = buffer.typed.slice(0, -1)
  else if (key.length === 1) buffer.typed += key
  return true
}

function giveToField({ target }: FocusEvent): void {
  if (!(target instanceof HTMLTextAreaElement)) return
  const typed = buffer?.typed ?? ''
  dropBufferedKeys()
  if (typed === '') return
  const { selectionStart, selectionEnd } = target
  target.setRangeText(typed, selectionStart, selectionEnd, 'end')
  target.dispatchEvent(new InputEvent('input', { bubbles: true, data: typed, inputType: 'insertText' }))
}

/** What was typed since is let go, and keys are keys again. */
export function dropBufferedKeys(): void {
  if (buffer) clearTimeout(buffer.timer)
  buffer = null
  document.removeEventListener('focusin', giveToField)
  document.removeEventListener('pointerdown', dropBufferedKeys)
}
