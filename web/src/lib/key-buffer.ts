/** Keys typed while a requested field is still loading: they are text for it, and no shortcuts. */
interface KeyBuffer {
  typed: string
  timer: ReturnType<typeof setTimeout>
}

let buffer: KeyBuffer | null = null

/** Buffers keys for the next textarea that takes the focus, for at most `msMax`; then they are dropped. */
export function bufferKeys(msMax: number): void {
  dropBufferedKeys()
  buffer = { typed: '', timer: setTimeout(dropBufferedKeys, msMax) }
  document.addEventListener('focusin', giveToField)
  document.addEventListener('pointerdown', dropBufferedKeys)
}

/** Buffers the key and returns true if buffering is on. Escape and Tab end it. */
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

/** Drops the buffered keys; shortcuts work again. */
export function dropBufferedKeys(): void {
  if (buffer) clearTimeout(buffer.timer)
  buffer = null
  document.removeEventListener('focusin', giveToField)
  document.removeEventListener('pointerdown', dropBufferedKeys)
}
