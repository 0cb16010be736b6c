import { useEffect } from 'react'
import type { CSSProperties } from 'react'
import { Toaster as Stack, toast } from 'sonner'
import { ToastCard } from './toast-card.tsx'
import { ToastPause } from './toast-pause.tsx'
import type { SubscribeToToasts, ToastChange } from './toast.tsx'

const PLAIN_TOAST_DURATION_MS = 4000
const VISIBLE_MAX = 3
const GAP_PX = 14
/** Cuts a card behind a shorter one to that one's height, through two of the library's own boxes. */
const BOX = 'w-(--width) *:h-full *:*:h-full'
/**
 * The library shrinks the toasts behind the first by 5 % each and measures their height then, so each gap would be too
 * small. This cancels the scale. The cast is for a custom property, which React sets all the same.
 */
const UNSCALED = { '--scale': -1 } as CSSProperties

/** The height of the page's own bar at its foot, if it has one. */
const FOOTER = 'var(--page-footer, 0px)'

/** The stack of toasts at the bottom right, above the page's footer, 356 px wide like the library's own. */
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
          offset={{ bottom: `calc(24px + ${FOOTER})` }}
          mobileOffset={{ bottom: `calc(16px + ${FOOTER})` }}
          expand={isPaused}
          style={{ fontFamily: 'inherit' }}
          toastOptions={{ unstyled: true, className: BOX, style: UNSCALED }}
        />
      )}
    </ToastPause>
  )
}

/** The card counts down by itself, so the library's timer is off. */
function apply({ id, options }: ToastChange) {
  if (!options) toast.dismiss(id)
  else toast.custom(() => <ToastCard {...options} onClose={() => toast.dismiss(id)} />, { id, duration: Infinity })
}
