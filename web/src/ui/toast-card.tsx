import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { useToastPause } from './toast-pause.tsx'
import type { ToastOptions } from './toast.tsx'

const TOAST_DURATION_MS = 5000
const TICK_MS = 250

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info, warning: TriangleAlert }
const COLOURS = { success: 'text-good', error: 'text-bad', info: 'text-info', warning: 'text-accent' }

/** One toast: the message, the seconds left, Undo if there is one, and a close button. */
export function ToastCard(props: ToastOptions & { onClose: () => void }) {
  const { kind, message, durationMs = TOAST_DURATION_MS, onUndo, onClose } = props
  const secondsLeft = useCountdown(durationMs, onClose)
  const Icon = ICONS[kind]
  function undo() {
    onUndo?.()
    onClose()
  }
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      data-kind={kind}
      className="flex h-full w-full items-start gap-2.5 overflow-hidden rounded-card border border-line-strong bg-surface py-2 pr-2 pl-3 text-m text-ink shadow-float"
    >
      <Icon aria-hidden="true" className={`mt-2 size-4 shrink-0 ${COLOURS[kind]}`} />
      <p className="min-w-0 flex-1 py-1.5 wrap-anywhere">{message}</p>
      <span aria-hidden="true" className="num py-1.5 text-s text-ink-3">
        {secondsLeft} s
      </span>
      {onUndo && (
        <Button size="s" className="mt-1" onClick={undo}>
          Undo
        </Button>
      )}
      <IconButton label="Close" size="s" className="mt-1" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** The seconds left; they stop while the toasts are paused. */
function useCountdown(durationMs: number, onEnd: () => void): number {
  const [leftMs, setLeftMs] = useState(durationMs)
  const isPaused = useToastPause()
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    const timer = isPaused ? undefined : setInterval(() => setLeftMs((left) => Math.max(0, left - TICK_MS)), TICK_MS)
    return () => clearInterval(timer)
  }, [isPaused])
  useEffect(() => {
    if (leftMs === 0) end.current()
  }, [leftMs])
  return Math.ceil(leftMs / 1000)
}
