import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import type { ButtonSize } from './button.tsx'

const DONE_SHOWN_MS = 2500
const WORDS = { ready: 'Copy', copied: 'Copied', failed: 'Select and copy it by hand' }

/** Copies a text and confirms it. Browsers allow this on secure pages only; elsewhere it says what to do instead. */
export function CopyButton({ text, what, size }: { text: string; what: string; size?: ButtonSize }) {
  const [state, setState] = useState<keyof typeof WORDS>('ready')
  useEffect(() => {
    const timer = state === 'copied' ? setTimeout(() => setState('ready'), DONE_SHOWN_MS) : undefined
    return () => clearTimeout(timer)
  }, [state])
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
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
