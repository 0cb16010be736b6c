import type { Project } from '@leadlight/contract/projects'
import { useEffect, useState } from 'react'
import type { Command } from '../../lib/commands.ts'
import { listCommands } from '../../lib/commands.ts'
import { logWarning } from '../../lib/log.ts'
import { Palette } from '../../ui/palette.tsx'
import type { FoundCommand } from './find-commands.ts'
import { findCommands } from './find-commands.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'
import { useAppCommands } from './use-app-commands.ts'

/** Everything that can be done from here, found by a few letters. */
export function CommandPalette({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const ofFeatures = useCommandsOfFeatures()
  const [recentIds] = useState(recentCommands)
  const ofApp = useAppCommands(project)
  if (!ofFeatures) return null
  const commands = [...ofFeatures, ...ofApp]
  function choose(command: FoundCommand) {
    rememberCommand(command.id)
    // Closed first, so that a command may open something in its place and the focus goes there.
    onClose()
    command.run()
  }
  return (
    <Palette
      title="Command palette"
      placeholder="Go to, search, mark…"
      find={(typed) => findCommands(commands, recentIds, typed)}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

/** As things were when the palette opened, as they are about the lead one stands at; null until they are known. */
function useCommandsOfFeatures(): readonly Command[] | null {
  const [commands, setCommands] = useState<readonly Command[] | null>(null)
  useEffect(() => {
    listCommands().then(setCommands, (error: unknown) => {
      logWarning('What can be done to leads could not be loaded', error)
      setCommands([])
    })
  }, [])
  return commands
}
