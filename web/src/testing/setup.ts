import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

// A busy machine takes seconds to load a screen; a test that fails waits in vain no matter how long.
configure({ asyncUtilTimeout: 20_000 })

// The files share a process, and nothing of what one leaves behind: neither what our modules remember nor what the page does.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
cleanup()
localStorage.clear()
sessionStorage.clear()
document.documentElement.removeAttribute('class')
