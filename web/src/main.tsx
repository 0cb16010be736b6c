import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { App, startApp } from './app/app.tsx'
import { startUsageTracking } from './app/usage-tracking.ts'
import { logWarning } from './lib/log.ts'
import { startTheme } from './lib/theme.ts'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

startTheme()
const start = startApp()
// At once, so that what shows comes before what is only counted.
flushSync(() =>
  createRoot(root).render(
    <StrictMode>
      <App {...start} />
    </StrictMode>,
  ),
)
startUsageTracking(start.router).catch((cause: unknown) =>
  logWarning('Whether the use of the product is measured could not be found out', cause),
)
