import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useEscape } from './use-escape.ts'

interface InlineConfirmProps {
  /** The question, for screen readers: "Delete To answer?". */
  label: string
  /** The consequence, in a sentence. */
  children: ReactNode
  action: string
  keep?: string
  tone?: 'danger' | 'plain'
  disabled?: boolean
  /** Runs the action and reports its own failures. */
  onConfirm: () => Promise<void>
  onKeep: () => void
}

/** Asks for confirmation right below the item. Escape cancels. */
export function InlineConfirm(props: InlineConfirmProps) {
  const { label, children, action, keep = 'Keep it', tone = 'danger', disabled = false, onConfirm, onKeep } = props
  const text = useId()
  const [busy, setBusy] = useState(false)
  const out = useRef<HTMLButtonElement>(null)
  useEffect(() => out.current?.focus(), [])
  useEscape(true, onKeep)
  async function confirm() {
    setBusy(true)
    await onConfirm()
    setBusy(false)
  }
  return (
    <div
      role="alertdialog"
      aria-label={label}
      aria-describedby={text}
      className={classNames(
        'flex animate-fade flex-wrap items-center gap-x-3 gap-y-2 rounded-card px-3 py-2.5',
        tone === 'danger' ? 'bg-bad-soft' : 'bg-sunken',
      )}
    >
      <div id={text} className="min-w-0 flex-1 basis-48">
        {children}
      </div>
      <div className="flex gap-2">
        <Button size="s" ref={out} onClick={onKeep}>
          {keep}
        </Button>
        <Button
          size="s"
          variant={tone === 'danger' ? 'danger' : 'primary'}
          busy={busy}
          disabled={disabled}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </div>
    </div>
  )
}
