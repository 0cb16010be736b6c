import { toast } from 'sonner'
import { afterAll, afterEach } from 'vitest'

/** Sonner renders again this long after a toast has gone, even without a window; includes a margin. */
const GONE_MS = 300

// Sonner would show the toasts of one test in the next, where the same words may be looked for.
afterEach(() => {
  toast.dismiss()
})

afterAll(async () => {
  if (toast.getHistory().length > 0) await new Promise((resolve) => setTimeout(resolve, GONE_MS))
})
