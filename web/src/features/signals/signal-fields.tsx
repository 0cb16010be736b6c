import { INTENT_SIGNAL_CHARACTERS_MAX } from '@leadlight/domain/signals'
import { useId } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/select.tsx'
import { BriefFields } from './brief-fields.tsx'
import { SignalBudget, useRecommendedBudget } from './signal-budget.tsx'
import { SignalOptions } from './signal-options.tsx'
import type { BriefSettings } from './use-brief.ts'
import type { Refinement } from './signal-refinement.tsx'
import { RefineButton, RefinementBox } from './signal-refinement.tsx'

const DAYS = [7, 14, 30, 90, 180, 365]

interface SignalFieldsProps {
  projectId: string
  label: string
  placeholder?: string
  text: string
  days: number
  budget: number | null
  settings: BriefSettings
  refinement: Refinement
  /** Its preview is showing. */
  isActive: boolean
  disabled: boolean
  error: string | null
  onText: (text: string) => void
  onDays: (days: number) => void
  onBudget: (budget: number | null) => void
  onSettings: (settings: BriefSettings) => void
  onActive: () => void
  onSubmit: () => void
  /** Whether it has a page of its own, which shows its plan elsewhere. */
  isAlone?: boolean
  /** Shown at the end of the row of controls. */
  trailing?: ReactNode
  children?: ReactNode
}

/** The fields of a signal: its words with assistance, the days to search, and the budget where judging has a price. */
export function SignalFields(props: SignalFieldsProps) {
  const { label, placeholder, text, refinement, isActive, disabled, error, onText, onActive, onSubmit } = props
  const { projectId, settings, isAlone = false, onSettings } = props
  const brief = { projectId, text, settings, disabled, onChange: onSettings }
  const errorId = useId()
  function submitByKeys(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <Card
      onFocus={onActive}
      className={classNames(
        'grid gap-2.5 px-4 py-3.5 transition-shadow has-[textarea:focus-visible]:shadow-[0_0_0_2px_var(--accent)]',
        isActive && 'border-accent shadow-[0_0_0_1px_var(--accent)]',
      )}
    >
      <textarea
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        rows={1}
        value={text}
        maxLength={INTENT_SIGNAL_CHARACTERS_MAX}
        placeholder={placeholder}
        readOnly={disabled}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={submitByKeys}
        className="field-sizing-content w-full resize-none bg-transparent text-l leading-normal outline-none"
      />
      {error && (
        <p id={errorId} role="alert" className="text-s text-bad">
          {error}
        </p>
      )}
      <RefinementBox refinement={refinement} onUse={onText} />
      <Controls {...props} />
      {isAlone ? <BriefFields {...brief} hasPlan={false} /> : <SignalOptions {...brief} />}
      {props.children}
    </Card>
  )
}

function Controls(props: SignalFieldsProps) {
  const { projectId, text, days, budget, refinement, isActive, disabled, onDays, onBudget, trailing } = props
  const price = useJudgingPrice()
  const options = [...new Set([...DAYS, days])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: `Last ${formatCount(value, 'day')}` }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RefineButton refinement={refinement} disabled={disabled} />
      <div className="w-32">
        <Select
          label="How far back to look"
          size="s"
          value={String(days)}
          options={options}
          disabled={disabled}
          onChange={(value) => onDays(Number(value))}
        />
      </div>
      {price !== undefined && price.most > 0 && (
        <SignalBudget
          projectId={projectId}
          text={text}
          days={days}
          budget={budget}
          disabled={disabled}
          onChange={onBudget}
        />
      )}
      {isActive && <Suggested projectId={projectId} text={text} days={days} />}
      <span className="ml-auto flex items-center gap-1.5">{trailing}</span>
    </div>
  )
}

function Suggested({ projectId, text, days }: { projectId: string; text: string; days: number }) {
  const { data } = useRecommendedBudget(projectId, text, days)
  if (!data) return null
  return <span className="num text-s text-ink-3">about {formatCount(data.posts, 'post')} to judge</span>
}
