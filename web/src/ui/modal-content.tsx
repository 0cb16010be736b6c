import { Content } from 'radix-ui/dialog'
import { useState } from 'react'
import type { ComponentProps } from 'react'

/**
 * What stands in a dialog. The focus goes back to where it was before, unless somebody has taken it elsewhere by then: Radix gives
 * it to a trigger of its own alone, which dialogs that are opened by state or by key have not.
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
