import type { AddedTopic } from '@leadlight/domain/signal-plans'
import { AddPhrase, PlanRow, RemovableChip } from './plan-parts.tsx'

interface PlanTopicsProps {
  topics: readonly string[][]
  disabled: boolean
  onAdd: (topic: AddedTopic) => void
  onRemove: (phrase: string) => void
}

/** A signal's topics: groups of synonyms, each with a field for another. */
export function PlanTopics({ topics, disabled, onAdd, onRemove }: PlanTopicsProps) {
  return (
    <PlanRow label="About">
      {topics.map((group) => (
        <span key={group.join(' ')} className="inline-flex max-w-full flex-wrap items-center gap-1.5">
          {group.map((phrase, at) => (
            <span key={phrase} className="inline-flex max-w-full items-center gap-1.5">
              {at > 0 && <span className="text-s text-ink-3">or</span>}
              <RemovableChip disabled={disabled} onRemove={() => onRemove(phrase)}>
                {phrase}
              </RemovableChip>
            </span>
          ))}
          {!disabled && (
            <AddPhrase
              label={`Another name for ${group[0] ?? ''}`}
              placeholder="or…"
              onAdd={(phrase) => onAdd({ phrase, beside: group[0] ?? null })}
            />
          )}
        </span>
      ))}
      {!disabled && <AddPhrase label="Add a topic" onAdd={(phrase) => onAdd({ phrase, beside: null })} />}
    </PlanRow>
  )
}
