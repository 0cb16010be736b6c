import type { Project } from '@leadlight/contract/projects'
import { useEffect, useState } from 'react'
import { useNavigate } from '../../lib/router/use-router.ts'
import type { Command } from '../../lib/commands.ts'
import { listCommands } from '../../lib/commands.ts'
import { useHasCosts } from '../../lib/costs.ts'
import { logWarning } from '../../lib/log.ts'
import { Palette } from '../../ui/palette.tsx'
import type { FoundCommand } from './find-commands.ts'
import { findCommands } from './find-commands.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'
import { useAppCommands } from './use-app-commands.ts'
import { useFoundContent } from './use-found-content.ts'

const NOTES = {
  idle: null,
  searching: 'Searching leads, people and companies…',
  failed: 'Leads, people and companies could not be searched.',
}

/** Every action available here, found by a few letters, and what the project holds, found by its words. */
export function CommandPalette({ project, onClose }: { project: Project | null; onClose: () => void }) {
  const ofFeatures = useCommandsOfFeatures()
  const [recentIds] = useState(recentCommands)
  const ofApp = useAppCommands(project)
  const [typed, setTyped] = useState('')
  const hasCosts = useHasCosts() ?? false
  const navigate = useNavigate()
  const content = useFoundContent(project?.id, typed, (path) => void navigate(path))
  if (!ofFeatures) return null
  const commands = [...ofFeatures, ...ofApp]
  const sections = findCommands(commands, recentIds, { typed, content: content.sections, hasCosts })
  function choose(command: FoundCommand) {
    if (commands.some(({ id }) => id === command.id)) rememberCommand(command.id)
    // Closed first, so a command may open something else and take the focus.
    onClose()
    command.run()
  }
  return (
    <Palette
      title="Command palette"
      placeholder="Go to, find, mark…"
      typed={typed}
      onType={setTyped}
      sections={sections}
      note={NOTES[content.state]}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

/** The features' commands as of the moment the palette opened; null while they load. */
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
