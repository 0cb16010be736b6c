import type { IntentSignal } from '@leadlight/contract/signals'
import { useEffect, useRef, useState } from 'react'
import useSWR from 'swr'
import { recommendMonitoringBudget } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { parseCredits } from './parse-credits.ts'

interface Recommendation {
  recommended_budget: number
  posts_per_month: number
  why: string
}

interface MonitoringBudgetProps {
  projectId: string
  signal: IntentSignal
  /** Sets the budget; a failure is thrown and shown at the field. */
  onSet: (monthlyCredits: number) => Promise<void>
  onCancel: () => void
}

/** The monthly budget of monitoring, with a recommendation and its reason. The input survives an error. */
export function MonitoringBudget({ projectId, signal, onSet, onCancel }: MonitoringBudgetProps) {
  const price = useJudgingPrice()
  const recommendation = useRecommendation(projectId, signal.intent_signal)
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const proposed = signal.monitoring.monthly_credit_budget ?? (recommendation.data?.recommended_budget || null)
  const shown = typed ?? String(proposed ?? '')
  const amount = parseCredits(shown)

  function change(next: string) {
    setTyped(next)
    setProblem(null)
  }
  async function set() {
    if (amount === undefined) return
    if (amount === null) return setProblem('Say how many credits a month it may cost at most, such as 100.')
    setBusy(true)
    try {
      await onSet(amount)
    } catch (failure) {
      setProblem(`The budget was not set. ${messageOf(failure)}`)
      setBusy(false)
    }
  }
  return (
    <form
      aria-label="Monthly budget"
      className="grid gap-3 rounded-control bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void set()
      }}
    >
      <Recommended {...recommendation} onUse={(budget) => change(String(budget))} />
      <div className="flex flex-wrap items-start gap-2">
        <Field
          label="At most a month, in credits"
          hint={hintOf(amount, price)}
          error={amount === undefined ? 'Enter a number from 0 to 1,000,000, such as 100.' : problem}
          className="min-w-48 flex-1 basis-60"
        >
          {(control) => (
            <Input
              {...control}
              ref={input}
              inputMode="decimal"
              autoComplete="off"
              value={shown}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
        <span className="flex gap-2 self-start sm:mt-6.5">
          <Button type="submit" variant="primary" busy={busy}>
            {signal.monitoring.enabled ? 'Set budget' : 'Start listening'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </span>
      </div>
    </form>
  )
}

/** The estimated monthly cost of monitoring, requested when the form opens. The estimate is free. */
function useRecommendation(projectId: string, text: string) {
  return useSWR<Recommendation, unknown>(keys.monitoringBudget(projectId, text), () =>
    call(recommendMonitoringBudget, { params: { projectId }, body: { intent_signal: text } }),
  )
}

interface RecommendedProps {
  data: Recommendation | undefined
  error: unknown
  isValidating: boolean
  mutate: () => Promise<unknown>
  onUse: (budget: number) => void
}

function Recommended({ data, error, isValidating, mutate, onUse }: RecommendedProps) {
  if (data) {
    return (
      <div ref={showForm} className="grid justify-items-start gap-1.5">
        <p className="text-s text-ink-2">{data.why}</p>
        {data.recommended_budget > 0 && (
          <Button size="s" onClick={() => onUse(data.recommended_budget)}>
            Use {formatCount(data.recommended_budget, 'credit')}
          </Button>
        )}
      </div>
    )
  }
  if (error !== undefined && !isValidating) {
    return (
      <p ref={showForm} className="text-s text-ink-2">
        There is no recommendation right now. {messageOf(error)}{' '}
        <button type="button" className="link" onClick={() => void mutate()}>
          Ask again
        </button>
      </p>
    )
  }
  return (
    <output ref={showForm} className="flex items-center gap-2 text-s text-ink-2">
      <Spinner className="size-3.5" />
      Looking at how many posts a month this would judge
    </output>
  )
}

/** The form grows with the recommendation: scrolls all of it into view, above the sticky footer. */
function showForm(said: HTMLElement | null): void {
  said?.closest('form')?.scrollIntoView({ block: 'nearest' })
}

function hintOf(amount: number | null | undefined, price: ReturnType<typeof useJudgingPrice>): string | undefined {
  if (price === undefined || amount === null || amount === undefined) return undefined
  const { most, isAtMost } = price
  const posts = Math.floor(amount / most)
  const each = `At ${isAtMost ? 'most ' : ''}${formatNumber(most)} ${most === 1 ? 'credit' : 'credits'} a post`
  if (posts === 0) return `${each} that judges nothing: posts would wait.`
  return `${each} that judges ${isAtMost ? '' : 'up to '}${formatCount(posts, 'post')} a month${isAtMost ? ' or more' : ''}.`
}
