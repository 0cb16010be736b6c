import { useEffect } from 'react'
import { Toaster as Stack, toast } from 'sonner'
import { ToastCard } from './toast-card.tsx'
import type { HearToasts, ToastChange } from './toast.tsx'

const PLAIN_TOAST_DURATION_MS = 4000
const VISIBLE_MAX = 3
const GAP_PX = 14

/** The stack of toasts at the bottom right. The library's own width of 356 px stands. */
export function ToastStack({ hear }: { hear: HearToasts }) {
  useEffect(() => hear(apply), [hear])
  return (
    <Stack
      position="bottom-right"
      visibleToasts={VISIBLE_MAX}
      duration={PLAIN_TOAST_DURATION_MS}
      gap={GAP_PX}
      style={{ fontFamily: 'inherit' }}
      toastOptions={{ unstyled: true, className: 'w-(--width)' }}
    />
  )
}

/** The card counts down by itself, so the library's own clock is set aside. */
function apply({ id, options }: ToastChange) {
  if (!options) toast.dismiss(id)
  else toast.custom(() => <ToastCard {...options} onClose={() => toast.dismiss(id)} />, { id, duration: Infinity })
}
