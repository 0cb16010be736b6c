import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import useSWR, { type SWRResponse } from 'swr'
import { recommendSearchBudget } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import { parseCredits } from './parse-credits.ts'
import { signalTextProblem } from './signal-changes.ts'

const TYPING_PAUSE_MS = 800

interface Recommendation {
  recommended_budget: number
  posts: number
  why: string
}

/**
 * The estimated cost of a search for these words and its reason; undefined if they are no valid signal, or the user may
 * not write one.
 */
export function useRecommendedBudget(
  projectId: string,
  text: string,
  days: number,
): SWRResponse<Recommendation, unknown> {
  const settled = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  const canWrite = useCan('signal.write')
  const key = canWrite && signalTextProblem(settled) === null ? keys.searchBudget(projectId, settled, days) : null
  return useSWR<Recommendation, unknown>(
    key,
    () => call(recommendSearchBudget, { params: { projectId }, body: { intent_signal: settled, search_days: days } }),
    { keepPreviousData: true },
  )
}

interface SignalBudgetProps {
  projectId: string
  text: string
  days: number
  /** In credits; null for no limit. */
  budget: number | null
  disabled: boolean
  onChange: (budget: number | null) => void
}

/** The budget of one search, with a recommendation and its reason. */
export function SignalBudget({ budget, disabled, ...rest }: SignalBudgetProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button size="s" disabled={disabled} aria-label={`Budget: ${budgetText(budget)}`}>
          <span className="num">{budgetText(budget)}</span>
          <ChevronDown aria-hidden="true" className="text-ink-3" />
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Budget of a search" className="grid gap-3">
        {isOpen && <BudgetChoice {...rest} budget={budget} onDone={() => setOpen(false)} />}
      </PopoverContent>
    </Popover>
  )
}

function BudgetChoice(props: Omit<SignalBudgetProps, 'disabled'> & { onDone: () => void }) {
  const { projectId, text, days, budget, onChange, onDone } = props
  const { data: recommended, error } = useRecommendedBudget(projectId, text, days)
  const [typed, setTyped] = useState(budget === null ? '' : String(budget))
  const amount = parseCredits(typed)
  function choose(next: number | null) {
    if (next !== budget) onChange(next)
    onDone()
  }
  return (
    <>
      {recommended && (
        <div className="grid justify-items-start gap-1.5">
          <p className="text-s text-ink-2">{recommended.why}</p>
          {recommended.recommended_budget > 0 && (
            <Button size="s" onClick={() => choose(recommended.recommended_budget)}>
              Use {formatCount(recommended.recommended_budget, 'credit')}
            </Button>
          )}
        </div>
      )}
      {error !== undefined && !recommended && (
        <p className="text-s text-ink-2">There is no recommendation right now. {messageOf(error)}</p>
      )}
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (amount !== undefined) choose(amount)
        }}
      >
        <Field label="At most, in credits" error={amount === undefined ? 'A number from 0' : null} className="flex-1">
          {(control) => (
            <Input
              {...control}
              inputMode="decimal"
              placeholder="No credit limit"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="h-9 self-start mt-6.25">
          Set
        </Button>
      </form>
      {budget !== null && (
        <button type="button" className="link justify-self-start text-s" onClick={() => choose(null)}>
          No credit limit
        </button>
      )}
    </>
  )
}

function budgetText(budget: number | null): string {
  return budget === null ? 'No credit limit' : `${formatNumber(budget)} ${budget === 1 ? 'credit' : 'credits'}`
}
