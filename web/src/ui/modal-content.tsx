import { Content } from 'radix-ui/dialog'
import { useState } from 'react'
import type { ComponentProps } from 'react'

/**
 * A dialog's content. On closing, the focus returns to where it was unless it has moved on. Radix only does this for
 * its own trigger, and dialogs opened by state or by key have none.
 */
export function ModalContent(props: ComponentProps<typeof Content>) {
  const [before] = useState(() => document.activeElement)
  function giveBack(event: Event) {
    event.preventDefault()
    const isTaken = document.activeElement !== null && document.activeElement !== document.body
    if (!isTaken && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
  return <Content onCloseAutoFocus={giveBack} {...props} />
}
