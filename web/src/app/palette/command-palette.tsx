import type { Project } from '@leadlight/contract/projects'
import { useState } from 'react'
import { listCommands } from '../../lib/commands.ts'
import { Palette } from '../../ui/palette.tsx'
import type { FoundCommand } from './find-commands.ts'
import { findCommands } from './find-commands.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'
import { useAppCommands } from './use-app-commands.ts'

/** Everything that can be done from here, found by a few letters. */
export function CommandPalette({ project, onClose }: { project: Project | null; onClose: () => void }) {
  // As things were when the palette opened: they are about the lead one stands at.
  const [ofFeatures] = useState(listCommands)
  const [recentIds] = useState(recentCommands)
  const commands = [...ofFeatures, ...useAppCommands(project)]
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
