import { cleanup, configure } from '@testing-library/react'
import { vi } from 'vitest'

// A busy machine takes seconds to load a screen; only a failing test waits this long.
configure({ asyncUtilTimeout: 20_000 })

// The files share a process: each starts with fresh modules and a clean page.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllGlobals()
vi.restoreAllMocks()
cleanup()
localStorage.clear()
sessionStorage.clear()
document.documentElement.removeAttribute('class')
