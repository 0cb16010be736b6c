import type { IntentSignal } from '@leadlight/contract/signals'
import { AtSign } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { NameCard } from './name-card.tsx'
import { NameComposer } from './name-composer.tsx'
import { NamePreviewPanel } from './name-preview.tsx'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'

interface NameSectionProps {
  projectId: string
  /** Those that watch names. */
  signals: readonly IntentSignal[]
  canWrite: boolean
  onRemove: (signal: IntentSignal) => void
  saveBeforeLeaving: SaveBeforeLeaving
}

/** The names that a project watches, among its signals: the form for one more opens on request. */
export function NameSection({ projectId, signals, canWrite, onRemove, saveBeforeLeaving }: NameSectionProps) {
  const [names, setNames] = useState<string | null>(null)
  return (
    <>
      {signals.map((signal) => (
        <NameCard
          key={signal.id}
          projectId={projectId}
          signal={signal}
          canWrite={canWrite}
          onRemove={canWrite ? onRemove : undefined}
          saveBeforeLeaving={saveBeforeLeaving}
        />
      ))}
      {canWrite && names === null && (
        <Button size="s" className="justify-self-start" onClick={() => setNames('')}>
          <AtSign aria-hidden="true" />
          Watch a name
        </Button>
      )}
      {canWrite && names !== null && (
        <>
          <NameComposer
            projectId={projectId}
            names={names}
            onNames={setNames}
            onAdded={() => setNames(null)}
            saveBeforeLeaving={saveBeforeLeaving}
          />
          <NamePreviewPanel projectId={projectId} names={names} />
        </>
      )}
    </>
  )
}
