import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { RemoveSignal } from './remove-signal.tsx'
import { SignalCard } from './signal-card.tsx'
import { SignalComposer } from './signal-composer.tsx'
import { SignalIdeas } from './signal-ideas.tsx'
import { BesidePanel, panelOf, panelOfDraft, SignalPanel } from './signal-panel.tsx'
import type { PanelRequest } from './signal-panel.tsx'
import { useReanalyses } from './use-reanalyses.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useAnswers } from './use-answers.ts'

const NEW = 'new'

interface SignalEditorProps {
  projectId: string
  signals: readonly IntentSignal[]
  /** Lets the surrounding screen save unsaved input before going on. */
  saveBeforeLeaving: SaveBeforeLeaving
}

/** All signals of a project for writing and editing, with suggestions, and the active one's preview beside or below. */
export function SignalEditor({ projectId, signals, saveBeforeLeaving }: SignalEditorProps) {
  const canWrite = useCan('signal.write')
  useReanalyses(projectId, signals)
  const [removing, setRemoving] = useState<IntentSignal | null>(null)
  const answersOf = useAnswers(projectId)
  const [active, setActive] = useState<Active>(() => startWith(projectId, signals))
  const shown = signals.find(({ id }) => id === active.id)
  function activate(id: string) {
    return (request: PanelRequest) => setActive({ id, request })
  }
  return (
    <BesidePanel
      panel={
        <SignalPanel
          projectId={projectId}
          request={active.request}
          answers={answersOf(active.id, shown?.answers ?? [])}
          isSaved={shown !== undefined}
        />
      }
      below={
        <>
          {canWrite && <SignalIdeas projectId={projectId} signals={signals} />}
          <RemoveSignal projectId={projectId} signal={removing} onClose={() => setRemoving(null)} />
        </>
      }
    >
      {signals.map((signal) => (
        <SignalCard
          key={signal.id}
          projectId={projectId}
          signal={signal}
          answers={answersOf(signal.id, signal.answers)}
          isActive={active.id === signal.id}
          canWrite={canWrite}
          onActive={activate(signal.id)}
          onRemove={setRemoving}
          saveBeforeLeaving={saveBeforeLeaving}
        />
      ))}
      {canWrite && (
        <SignalComposer
          projectId={projectId}
          answers={answersOf(NEW, [])}
          isActive={active.id === NEW}
          onActive={activate(NEW)}
          onAdded={(signal) => setActive({ id: signal.id, request: panelOf(signal) })}
          saveBeforeLeaving={saveBeforeLeaving}
        />
      )}
    </BesidePanel>
  )
}

interface Active {
  id: string
  request: PanelRequest
}

/** The signal whose preview shows first: the oldest saved one, or else an unsaved new one. */
function startWith(projectId: string, signals: readonly IntentSignal[]): Active {
  const [first] = signals
  return first ? { id: first.id, request: panelOf(first) } : { id: NEW, request: panelOfDraft(projectId) }
}
