import { toast } from 'sonner'
import { afterAll } from 'vitest'

/** Sonner draws anew this long after a toast has gone, whether or not there is a window still; with some time to spare. */
const GONE_MS = 300

afterAll(async () => {
  if (toast.getHistory().length > 0) await new Promise((resolve) => setTimeout(resolve, GONE_MS))
})
