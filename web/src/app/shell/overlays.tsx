import type { Project } from '@leadlight/contract/projects'
import { lazy, Suspense, useEffect } from 'react'
import { useRole } from '../../lib/current-user.ts'
import { useNavigate } from '../../lib/router/use-router.ts'
import { showOverlay, useOverlay } from '../../lib/overlay.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { destinationsOf, ORGANIZATION_DESTINATIONS, projectDestinations } from '../destinations.ts'

const CommandPalette = lazy(async () => ({ default: (await import('../palette/command-palette.tsx')).CommandPalette }))
const ShortcutHelp = lazy(async () => ({ default: (await import('../palette/shortcut-help.tsx')).ShortcutHelp }))

/** Shortcuts of every screen: ⌘K for the palette, ? for the shortcuts, `g` and a letter for navigation. */
export function Overlays({ project }: { project: Project | null }) {
  const navigate = useNavigate()
  const role = useRole()
  const shown = useOverlay()
  usePaletteKey()
  const places = [...(project ? projectDestinations(project.id) : []), ...ORGANIZATION_DESTINATIONS]
  useShortcuts({
    '?': () => showOverlay('shortcuts'),
    ...Object.fromEntries(destinationsOf(role, places).map(({ key, path }) => [`g ${key}`, () => void navigate(path)])),
  })
  return (
    <Suspense>
      {shown === 'palette' && <CommandPalette project={project} onClose={() => showOverlay(null)} />}
      {shown === 'shortcuts' && <ShortcutHelp project={project} onClose={() => showOverlay(null)} />}
    </Suspense>
  )
}

/** ⌘K or Ctrl+K: works in fields too, but not inside another dialog. */
function usePaletteKey() {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isKey =
        (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
      if (!isKey || event.defaultPrevented) return
      event.preventDefault()
      const dialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
      if (dialog === null) showOverlay('palette')
      else if (dialog.matches('[data-palette]')) showOverlay(null)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
