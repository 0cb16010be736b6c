import { Fragment, useState } from 'react'
import type { ReactElement } from 'react'
import { ChipButton } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import type { Dates } from './periods.ts'
import { useNow } from '../use-now.ts'
import { dayBefore, dayOfInstant, instantOfDay, PERIOD_WORDS, PERIODS } from './periods.ts'

export interface DateFilterProps {
  /** What happened then, in a word: "Posted". */
  title: string
  labels: Readonly<Record<'from' | 'to', string>>
  dates: Dates
  onChange: (change: Partial<Dates>) => void
}

/** Filters by time: a relative period, or from one day to another. */
export function DateFilter({ title, labels, dates, onChange }: DateFilterProps) {
  const { period, from, to } = dates
  const yesterday = dayBefore(useNow())
  const isYesterday = from === yesterday.from && to === yesterday.to
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-medium text-ink-2">{title}</legend>
      <div className="flex flex-wrap gap-1.5">
        {PERIODS.map((one) => (
          <Fragment key={one}>
            <ChipButton
              pressed={period === one}
              onClick={() => onChange({ period: period === one ? null : one, from: null, to: null })}
            >
              {PERIOD_WORDS[one]}
            </ChipButton>
            {one === 'today' && (
              <ChipButton
                pressed={isYesterday}
                onClick={() => onChange({ period: null, ...(isYesterday ? { from: null, to: null } : yesterday) })}
              >
                Yesterday
              </ChipButton>
            )}
          </Fragment>
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

/** The same in a panel of its own. */
export function DatePanel({ trigger, ...props }: DateFilterProps & { trigger: ReactElement }) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent label={props.title} className="w-84">
        <DateFilter {...props} />
      </PopoverContent>
    </Popover>
  )
}

interface DayFieldProps {
  label: string
  /** A day in the reader's time zone, `2026-11-21`. */
  value: string | null
  onChange: (day: string | null) => void
}

/** Before it a year is still being typed: the first digit of 2026 makes it the year 2. */
const FIRST_DAY = '1900-01-01'

function DayField({ label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function type(day: string) {
    const isWhole = day >= FIRST_DAY
    setTyped(isWhole ? null : day)
    if (isWhole) onChange(day)
  }
  /** What was begun and not finished goes; what was emptied counts. */
  function leave({ validity }: HTMLInputElement) {
    if (typed === '' && !validity.badInput && value !== null) onChange(null)
    setTyped(null)
  }
  return (
    <Field label={label} className="min-w-0">
      {(control) => (
        <Input
          {...control}
          type="date"
          className="min-w-0 px-2"
          value={typed ?? value ?? ''}
          onChange={(event) => type(event.target.value)}
          onBlur={(event) => leave(event.target)}
        />
      )}
    </Field>
  )
}
