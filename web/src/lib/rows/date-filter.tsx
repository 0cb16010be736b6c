import { ChipButton } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Period } from './periods.ts'
import { dayOfInstant, instantOfDay, PERIOD_WORDS, PERIODS } from './periods.ts'

/** A span of time: a relative period, or ISO instants, both ends included. */
export interface Dates {
  period: Period | null
  from: string | null
  to: string | null
}

interface DateFilterProps {
  /** What happened then, in a word: "Posted". */
  title: string
  labels: Readonly<Record<'from' | 'to', string>>
  dates: Dates
  onChange: (change: Partial<Dates>) => void
}

/** Filters by time: a relative period, or from one day to another. */
export function DateFilter({ title, labels, dates, onChange }: DateFilterProps) {
  const { period, from, to } = dates
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-medium text-ink-2">{title}</legend>
      <div className="flex flex-wrap gap-1.5">
        {PERIODS.map((one) => (
          <ChipButton
            key={one}
            pressed={period === one}
            onClick={() => onChange({ period: period === one ? null : one, from: null, to: null })}
          >
            {PERIOD_WORDS[one]}
          </ChipButton>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2.5">
        <DayField
          label={labels.from}
          value={from && dayOfInstant(from)}
          onChange={(day) => onChange({ period: null, from: day && instantOfDay(day, 'start') })}
        />
        <DayField
          label={labels.to}
          value={to && dayOfInstant(to)}
          onChange={(day) => onChange({ period: null, to: day && instantOfDay(day, 'end') })}
        />
      </div>
    </fieldset>
  )
}

interface DayFieldProps {
  label: string
  /** A day in the reader's time zone, `2026-11-21`. */
  value: string | null
  onChange: (day: string | null) => void
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Input
          {...control}
          type="date"
          className="min-w-0 px-2"
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Field>
  )
}
