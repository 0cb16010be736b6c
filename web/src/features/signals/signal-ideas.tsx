import type { IntentSignal } from '@leadlight/contract/signals'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { brainstormIntentSignals as endpoint, SuggestedSignal } from '@leadlight/contract/projects'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { brainstormIntentSignals } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { FactQuestions } from './fact-questions.tsx'
import { useSignalChanges } from './signal-changes.ts'
import { WrittenBy } from './written-by.tsx'

type Ideas = ReplyOf<typeof endpoint>

interface SignalIdeasProps {
  projectId: string
  signals: readonly IntentSignal[]
  onAdded: (signal: IntentSignal) => void
}

/** Signals suggested from the business's profile and website, each added with one press, and what to ask for better ones. */
export function SignalIdeas({ projectId, signals, onAdded }: SignalIdeasProps) {
  const { data, error, isLoading, mutate } = useSWR<Ideas, unknown>(keys.signalProposals(projectId), () =>
    call(brainstormIntentSignals, { params: { id: projectId } }),
  )
  const taken = new Set(signals.map((signal) => sameWords(signal.intent_signal)))
  const ideas = data?.intent_signals.filter((idea) => !taken.has(sameWords(idea.intent_signal))) ?? []
  const questions = data?.questions ?? []
  const missing = data?.missing ?? null
  if (!isLoading && !error && ideas.length === 0 && questions.length === 0 && missing === null) return null
  return (
    <section aria-label="Suggestions" className="grid gap-2">
      <h3 className="text-s font-semibold text-ink-2">Suggestions from your business and website</h3>
      {isLoading && !data && (
        <SkeletonGroup label="Looking for suggestions" className="grid gap-2">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-11 w-full" />
        </SkeletonGroup>
      )}
      {error !== undefined && !data && (
        <p className="text-s text-ink-2">
          There are no suggestions right now. {messageOf(error)}{' '}
          <button type="button" className="link" onClick={() => void mutate()}>
            Try again
          </button>
        </p>
      )}
      {data && <WrittenBy {...data} />}
      {missing !== null && <p className="text-s text-ink-2">{missing}</p>}
      <ul className="grid gap-2">
        {ideas.map((idea) => (
          <Idea key={idea.intent_signal} projectId={projectId} idea={idea} onAdded={onAdded} />
        ))}
      </ul>
      <FactQuestions projectId={projectId} questions={questions} onAnswered={() => mutate()} />
    </section>
  )
}

interface IdeaProps {
  projectId: string
  idea: SuggestedSignal
  onAdded: (signal: IntentSignal) => void
}

function Idea({ projectId, idea, onAdded }: IdeaProps) {
  const { create } = useSignalChanges(projectId)
  const [busy, setBusy] = useState(false)
  async function add() {
    setBusy(true)
    try {
      onAdded(await create({ intent_signal: idea.intent_signal }))
    } catch (error) {
      setBusy(false)
      showToast({ kind: 'error', message: `The signal could not be added. ${messageOf(error)}` })
    }
  }
  return (
    <li className="flex items-center gap-2.5 rounded-card border border-dashed border-line-strong px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-ink-2">{idea.intent_signal}</p>
        <p className="text-s text-ink-3">{idea.why}</p>
      </div>
      <Button size="s" busy={busy} aria-label={`Add: ${idea.intent_signal}`} onClick={() => void add()}>
        {!busy && <Plus aria-hidden="true" />}
        Add
      </Button>
    </li>
  )
}

function sameWords(text: string): string {
  return text.trim().toLocaleLowerCase()
}
