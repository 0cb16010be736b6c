import { configure } from '@testing-library/react'

// A busy machine takes seconds to load a screen; a test that fails waits in vain no matter how long.
configure({ asyncUtilTimeout: 20_000 })
