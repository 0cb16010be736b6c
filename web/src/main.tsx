import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, startApp } from './app/app.tsx'
import { startTheme } from './lib/theme.ts'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

startTheme()
const start = startApp()
createRoot(root).render(
  <StrictMode>
    <App {...start} />
  </StrictMode>,
)
