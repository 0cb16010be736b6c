import { Moon, Sun } from 'lucide-react'
import { useTheme } from '../../lib/theme.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Switches between light and dark. The user menu has a third choice: the system's. */
export function ThemeButton() {
  const { theme, choose } = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton label={`Use the ${other} theme`} size="s" onClick={() => choose(other)}>
      {theme === 'dark' ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  )
}
