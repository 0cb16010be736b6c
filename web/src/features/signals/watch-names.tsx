import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { NameComposer } from './name-composer.tsx'
import { NameImport } from './name-import.tsx'
import { NamePreviewPanel } from './name-preview.tsx'
import { BesidePanel } from './signal-panel.tsx'

interface WatchNamesProps {
  projectId: string
  /** Those the project has. */
  signals: readonly IntentSignal[]
  onAdded: (signal: IntentSignal) => void
}

/** Watching one more name, with the posts that have it beside or below, or a whole list of them. */
export function WatchNames({ projectId, signals, onAdded }: WatchNamesProps) {
  const [names, setNames] = useState('')
  return (
    <BesidePanel
      panel={<NamePreviewPanel projectId={projectId} names={names} />}
      below={<NameImport projectId={projectId} signals={signals} />}
    >
      <h2 className="sr-only">Names</h2>
      <NameComposer projectId={projectId} names={names} onNames={setNames} onAdded={onAdded} />
    </BesidePanel>
  )
}
