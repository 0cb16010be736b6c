import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonSize } from './button.tsx'

const DONE_SHOWN_MS = 2500
const WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Select and copy it by hand' }

interface CopyButtonProps {
  text: string
  what: string
  size?: ButtonSize
  /** Called once the text is copied. */
  onCopied?: () => void
}

/** Copies a text and confirms it. Browsers allow this on secure pages only; elsewhere it says what to do instead. */
export function CopyButton({ text, what, size, onCopied }: CopyButtonProps) {
  const [state, setState] = useState<keyof typeof WORDS>('ready')
  useEffect(() => {
    const timer = state === 'copied' ? setTimeout(() => setState('ready'), DONE_SHOWN_MS) : undefined
    return () => clearTimeout(timer)
  }, [state])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      return setState('failed')
    }
    setState('copied')
    onCopied?.()
  }
  const Icon = state === 'copied' ? Check : Copy
  return (
    <Button {...(size ? { size } : {})} onClick={() => void copy()}>
      <Icon aria-hidden="true" />
      <span aria-live="polite">
        {WORDS[state]}
        {state === 'ready' && <span className="sr-only"> {what}</span>}
      </span>
    </Button>
  )
}
