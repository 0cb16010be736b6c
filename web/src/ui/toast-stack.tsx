import { useEffect } from 'react'
import type { CSSProperties } from 'react'
import { Toaster as Stack, toast } from 'sonner'
import { ToastCard } from './toast-card.tsx'
import { ToastPause } from './toast-pause.tsx'
import type { SubscribeToToasts, ToastChange } from './toast.tsx'

const PLAIN_TOAST_DURATION_MS = 4000
const VISIBLE_MAX = 3
const GAP_PX = 14
/** A card that stands behind a lower one is cut to its height, through two boxes of the library's own. */
const BOX = 'w-(--width) *:h-full *:*:h-full'
/**
 * The library draws the toasts behind the first smaller, times 1 plus 0.05 a toast, and takes their height as they stand then: each gap
 * would be short by that much. It is minus the scale. The cast is for a custom property, which React sets all the same.
 */
const UNSCALED = { '--scale': -1 } as CSSProperties

/** The stack of toasts at the bottom right. The library's own width of 356 px stands. */
export function ToastStack({ subscribe }: { subscribe: SubscribeToToasts }) {
  useEffect(() => subscribe(apply), [subscribe])
  return (
    <ToastPause>
      {(isPaused) => (
        <Stack
          position="bottom-right"
          visibleToasts={VISIBLE_MAX}
          duration={PLAIN_TOAST_DURATION_MS}
          gap={GAP_PX}
          expand={isPaused}
          style={{ fontFamily: 'inherit' }}
          toastOptions={{ unstyled: true, className: BOX, style: UNSCALED }}
        />
      )}
    </ToastPause>
  )
}

/** The card counts down by itself, so the library's own clock is set aside. */
function apply({ id, options }: ToastChange) {
  if (!options) toast.dismiss(id)
  else toast.custom(() => <ToastCard {...options} onClose={() => toast.dismiss(id)} />, { id, duration: Infinity })
}
