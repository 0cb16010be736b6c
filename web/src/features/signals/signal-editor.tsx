import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { NameSection } from './name-section.tsx'
import { RemoveSignal } from './remove-signal.tsx'
import { SignalCard } from './signal-card.tsx'
import { SignalComposer } from './signal-composer.tsx'
import { SignalIdeas } from './signal-ideas.tsx'
import { BesidePanel, SignalPanel } from './signal-panel.tsx'
import { NEW, useActiveSignal } from './use-active-signal.ts'
import { useReanalyses } from './use-reanalyses.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useAnswers } from './use-answers.ts'

interface SignalEditorProps {
  projectId: string
  signals: readonly IntentSignal[]
  /** Changes with the sources that searches cover, so that the preview is made again. */
  reach: string
  /** Lets the surrounding screen save unsaved input before going on. */
  saveBeforeLeaving: SaveBeforeLeaving
}

/** All signals of a project for writing and editing, with suggestions, and the active one's preview beside or below. */
export function SignalEditor({ projectId, signals, reach, saveBeforeLeaving }: SignalEditorProps) {
  const canWrite = useCan('signal.write')
  const intents = signals.filter(({ kind }) => kind !== 'name')
  useReanalyses(projectId, intents)
  const [removing, setRemoving] = useState<IntentSignal | null>(null)
  const answersOf = useAnswers(projectId)
  const { active, addedId, activate, showAdded, openPeriodOf, closePeriod } = useActiveSignal(projectId, intents)
  const shown = intents.find(({ id }) => id === active.id)
  return (
    <BesidePanel
      panel={
        <SignalPanel
          projectId={projectId}
          subject={active.id}
          request={{ ...active.request, reach }}
          answers={answersOf(active.id, shown?.answers ?? [])}
          isSaved={shown !== undefined}
        />
      }
      below={
        <>
          {canWrite && <SignalIdeas projectId={projectId} signals={signals} onAdded={showAdded} />}
          <RemoveSignal projectId={projectId} signal={removing} onClose={() => setRemoving(null)} />
        </>
      }
    >
      {intents.map((signal) => (
        <SignalCard
          key={signal.id}
          isAdded={signal.id === addedId}
          projectId={projectId}
          signal={signal}
          answers={answersOf(signal.id, signal.answers)}
          isActive={active.id === signal.id}
          canWrite={canWrite}
          onActive={activate(signal.id)}
          openPeriod={openPeriodOf(signal)}
          onPeriodChosen={() => closePeriod(signal.id)}
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
          onAdded={showAdded}
          saveBeforeLeaving={saveBeforeLeaving}
        />
      )}
      <NameSection
        projectId={projectId}
        signals={signals.filter(({ kind }) => kind === 'name')}
        canWrite={canWrite}
        onRemove={setRemoving}
        saveBeforeLeaving={saveBeforeLeaving}
      />
    </BesidePanel>
  )
}
