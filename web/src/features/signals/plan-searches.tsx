import { hasRoomFor, wishForSearch } from '@leadlight/domain/search-edits'
import { addToPlan, removeFromPlan, type PlanEdits, type PlanWords } from '@leadlight/domain/signal-plans'
import { AddPhrase, JoinedChips, Joining, PlanRow, RemovableChip } from './plan-parts.tsx'

interface PlanSearchesProps {
  plan: PlanWords
  read: PlanWords
  edits: PlanEdits
  disabled: boolean
  onChange: (edits: PlanEdits) => void
}

/** What a search begins with, and what is never asked, each as a chip that can be taken out. */
export function PlanSearches({ plan, read, edits, disabled, onChange }: PlanSearchesProps) {
  const never = edits.searches.removed
  return (
    <PlanRow
      label="Searches"
      hint="a search begins with these, yours first and always, and adds words and communities of the best posts; monitoring asks two, yours before narrower ones of its own"
    >
      <JoinedChips
        items={plan.searches}
        join="then"
        disabled={disabled}
        onRemove={(words) => onChange(removeFromPlan(edits, 'searches', words))}
      />
      {!disabled && hasRoomFor(edits, 'always') && (
        <AddPhrase label="Add a search" onAdd={(item) => onChange(addToPlan(edits, 'searches', { item, read }))} />
      )}
      {never.length > 0 && <Joining word="never" />}
      {never.map((words) => (
        <RemovableChip
          key={words}
          disabled={disabled}
          label={`Let ${words} be asked again`}
          onRemove={() => onChange(wishForSearch(edits, words, null))}
        >
          {words}
        </RemovableChip>
      ))}
    </PlanRow>
  )
}
