import { toast } from 'sonner'
import { afterAll } from 'vitest'

/** Sonner renders again this long after a toast has gone, even without a window; includes a margin. */
const GONE_MS = 300

afterAll(async () => {
  if (toast.getHistory().length > 0) await new Promise((resolve) => setTimeout(resolve, GONE_MS))
})
