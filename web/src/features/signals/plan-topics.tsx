import type { AddedTopic } from '@leadlight/domain/signal-plans'
import { AddPhrase, JoinedChips, Joining, PlanRow } from './plan-parts.tsx'

interface PlanTopicsProps {
  topics: readonly string[][]
  disabled: boolean
  onAdd: (topic: AddedTopic) => void
  onRemove: (phrase: string) => void
}

/** A signal's topics: groups of names for one thing, each with a field for another, and what stands between them. */
export function PlanTopics({ topics, disabled, onAdd, onRemove }: PlanTopicsProps) {
  return (
    <PlanRow label="About" hint={topics.length > 1 ? 'any one is enough, and more score higher' : undefined}>
      {topics.map((group, at) => (
        <span key={group.join(' ')} className="inline-flex max-w-full flex-wrap items-center gap-1.5">
          {at > 0 && <Joining word="or" />}
          <JoinedChips items={group} join="also called" disabled={disabled} onRemove={onRemove} />
          {!disabled && (
            <AddPhrase
              label={`Another name for ${group[0] ?? ''}`}
              placeholder="also called…"
              onAdd={(phrase) => onAdd({ phrase, beside: group[0] ?? null })}
            />
          )}
        </span>
      ))}
      {!disabled && <AddPhrase label="Add a topic" onAdd={(phrase) => onAdd({ phrase, beside: null })} />}
    </PlanRow>
  )
}
