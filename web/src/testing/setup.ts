import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

const PAGE = '\n\nThe page says: '
const WORDS_MAX = 1500

configure({
  // A busy machine takes seconds to load a screen; only a failing test waits this long.
  asyncUtilTimeout: 60_000,
  // A whole page for each failure would hide the first one in a log.
  getElementError(message) {
    const [words] = (message ?? '').split(PAGE)
    const error = new Error(`${words?.slice(0, WORDS_MAX)}${PAGE}${document.body.textContent.slice(0, WORDS_MAX)}`)
    error.name = 'TestingLibraryElementError'
    return error
  },
})

// The files share a process: each starts with fresh modules and a clean page.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
cleanup()
localStorage.clear()
sessionStorage.clear()
document.documentElement.removeAttribute('class')
