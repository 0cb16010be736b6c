import type { BodyOf, ReplyOf } from '@leadlight/contract/endpoint'
import type { refineIntentSignal as refineEndpoint } from '@leadlight/contract/projects'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { refineIntentSignal } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { signalTextProblem } from './signal-changes.ts'
import { WrittenBy } from './written-by.tsx'

const NOTHING_SHARPER = 'No sharper wording was found. Yours stays as it is.'

/** Suggestions for a sharper wording of a signal, on request. */
export function useRefinement(projectId: string, text: string) {
  const [proposal, setProposal] = useState<ReplyOf<typeof refineEndpoint> | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function ask(feedback = '') {
    const body: BodyOf<typeof refineEndpoint> = {
      intent_signal: text.trim(),
      ...(feedback.trim() ? { feedback: feedback.trim() } : {}),
    }
    setBusy(true)
    setError(null)
    try {
      setProposal(await call(refineIntentSignal, { params: { id: projectId }, body }))
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setBusy(false)
    }
  }
  function leave() {
    setProposal(null)
    setError(null)
  }
  /** The answer is the sentence as it stands: there is nothing to take. */
  const isSame = proposal?.intent_signal.trim() === text.trim()
  return { proposal, isSame, error, busy, ask, leave, canAsk: signalTextProblem(text) === null }
}

export type Refinement = ReturnType<typeof useRefinement>

export function RefineButton({ refinement, disabled }: { refinement: Refinement; disabled: boolean }) {
  const { busy, ask, canAsk } = refinement
  return (
    <Button size="s" busy={busy} disabled={disabled || !canAsk} onClick={() => void ask()}>
      {!busy && <Sparkles aria-hidden="true" />}
      Refine
    </Button>
  )
}

/** The suggested wording with its reason, to accept, dismiss, or request again with a hint. */
export function RefinementBox({ refinement, onUse }: { refinement: Refinement; onUse: (text: string) => void }) {
  const { proposal, isSame, error, busy, ask, leave } = refinement
  const [feedback, setFeedback] = useState('')
  if (error) {
    return (
      <p role="alert" className="text-s text-bad">
        No other wording could be found. {error}
      </p>
    )
  }
  if (!proposal) return null
  return (
    <section aria-label="Proposed wording" className="grid gap-2.5 rounded-control bg-sunken p-3">
      <output className="grid gap-1">
        <span className="font-medium">{isSame ? NOTHING_SHARPER : proposal.intent_signal}</span>
        {!isSame && <span className="text-s text-ink-2">{proposal.why}</span>}
        <WrittenBy {...proposal} />
      </output>
      <form
        className="flex flex-wrap items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          void ask(feedback)
        }}
      >
        {!isSame && (
          <Button
            size="s"
            variant="primary"
            onClick={() => {
              onUse(proposal.intent_signal)
              leave()
            }}
          >
            Use this
          </Button>
        )}
        <Button size="s" onClick={leave}>
          {isSame ? 'Close' : 'Keep mine'}
        </Button>
        <Input
          aria-label="What is off about it"
          placeholder="Not quite? Say what is off"
          className="h-6.5 min-w-40 flex-1 text-s"
          maxLength={500}
          value={feedback}
          onChange={(event) => setFeedback(event.target.value)}
        />
        <Button size="s" type="submit" busy={busy} disabled={feedback.trim() === ''}>
          Ask again
        </Button>
      </form>
    </section>
  )
}
