import type { IntentSignal } from '@leadlight/contract/signals'
import { useState } from 'react'
import { SignalComposer } from './signal-composer.tsx'
import { SignalIdeas } from './signal-ideas.tsx'
import { BesidePanel, SignalPanel } from './signal-panel.tsx'
import { NEW, requestOfDraft } from './use-active-signal.ts'
import { useAnswers } from './use-answers.ts'

interface NewSignalProps {
  projectId: string
  /** Those the project has. */
  signals: readonly IntentSignal[]
  onAdded: (signal: IntentSignal) => void
}

/** Writing one more signal, with suggestions, and its preview beside or below. */
export function NewSignal({ projectId, signals, onAdded }: NewSignalProps) {
  const answers = useAnswers(projectId)(NEW, [])
  const [request, setRequest] = useState(() => requestOfDraft(projectId))
  return (
    <BesidePanel
      panel={<SignalPanel projectId={projectId} subject={NEW} request={request} answers={answers} isSaved={false} />}
      below={<SignalIdeas projectId={projectId} signals={signals} onAdded={onAdded} />}
    >
      <h2 className="sr-only">Words</h2>
      <SignalComposer projectId={projectId} answers={answers} isActive onActive={setRequest} onAdded={onAdded} />
    </BesidePanel>
  )
}
