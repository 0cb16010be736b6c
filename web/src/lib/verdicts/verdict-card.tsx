import type { LeadMatch } from '@leadlight/contract/leads'
import { classNames } from '../../ui/class-names.ts'
import { Fit } from './fit.tsx'
import { KeptFrom } from '../../ui/score.tsx'
import { VerdictConditions } from './verdict-conditions.tsx'

interface VerdictCardProps {
  match: LeadMatch
  /** The post's text. */
  text: string
  /** For a post that was passed over: the score from which it would have been kept, and why it was not. */
  passedOver?: { keptFrom: number; why: string }
  /** With several matching signals, pointing at one highlights its evidence alone. */
  isChoosable: boolean
  isActive: boolean
  onPoint: (signalId: string | null) => void
}

/**
 * One signal's verdict on a post, whether it matched or passed the post over: the score, the reason in a sentence, what
 * the signal asks for, the evidence for and against.
 */
export function VerdictCard({ match, text, passedOver, isChoosable, isActive, onPoint }: VerdictCardProps) {
  const point = () => onPoint(match.intent_signal_id)
  const leave = () => onPoint(null)
  return (
    <section
      aria-label={`${passedOver ? 'Passed over by' : 'Match'}: ${match.intent_signal}`}
      onPointerEnter={isChoosable ? point : undefined}
      onPointerLeave={isChoosable ? leave : undefined}
      className={classNames(
        'grid gap-2 rounded-card border bg-surface px-3.5 py-3 transition-colors',
        isActive && 'border-mark-line',
      )}
    >
      <div className="flex items-baseline gap-2.25">
        {passedOver && match.score !== null ? (
          <KeptFrom score={match.score} keptFrom={passedOver.keptFrom} className="shrink-0" />
        ) : (
          <Fit
            score={match.score}
            level={match.level}
            signals={[match]}
            evidence={match.evidence}
            className="shrink-0"
          />
        )}
        {isChoosable ? (
          <button
            type="button"
            aria-pressed={isActive}
            onFocus={point}
            onBlur={leave}
            onClick={point}
            className="min-w-0 rounded-control text-left font-semibold"
          >
            {match.intent_signal}
            <span className="sr-only">: show its words alone</span>
          </button>
        ) : (
          <h3 className="font-semibold">{match.intent_signal}</h3>
        )}
      </div>
      {passedOver && <p>{passedOver.why}</p>}
      <p className="text-ink-2">{match.reason}</p>
      <VerdictConditions conditions={match.conditions} text={text} />
      {match.second_opinion && <p className="text-s text-ink-3">{match.second_opinion.note}</p>}
      {match.learned !== null && <p className="text-s text-ink-2">{match.learned}</p>}
      <LabelList match={match} kind="for" />
      <LabelList match={match} kind="against" />
    </section>
  )
}

function LabelList({ match, kind }: { match: LeadMatch; kind: 'for' | 'against' }) {
  const labels = [...new Set(match.evidence.filter((one) => one.kind === kind).map((one) => one.label))]
  if (labels.length === 0) return null
  return (
    <p className="flex items-baseline gap-2 text-s text-ink-2">
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.25 shrink-0 rounded-[3px]',
          kind === 'for'
            ? 'bg-mark shadow-[inset_0_0_0_1.5px_var(--mark-line)]'
            : 'bg-against shadow-[inset_0_0_0_1.5px_var(--against-line)]',
        )}
      />
      <span>
        <span className={kind === 'for' ? 'sr-only' : 'font-medium text-bad'}>
          {kind === 'for' ? 'Speaks for it: ' : 'Against: '}
        </span>
        {labels.join(' · ')}
      </span>
    </p>
  )
}
