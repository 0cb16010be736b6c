import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { problemOf, SPANS, type Range, type SpanName } from './range.ts'

interface RangePickerProps {
  range: Range
  /** Called with the URL's parameters, so the range can be shared and navigated. */
  onChange: (address: Record<string, string>) => void
}

/** Chooses the days of the figures. */
export function RangePicker({ range: { span, requested }, onChange }: RangePickerProps) {
  function choose(chosen: SpanName) {
    onChange(chosen === 'own' ? { from: requested.from, to: requested.to } : { days: chosen })
  }
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="w-44">
        <Select label="Which days" value={span} options={SPANS} onChange={choose} />
      </div>
      {span === 'own' && <OwnDays first={requested.from} last={requested.to} onChange={onChange} />}
    </div>
  )
}

interface OwnDaysProps {
  first: string
  last: string
  onChange: RangePickerProps['onChange']
}

/** Two days. The input stays, and applies once both are valid. */
function OwnDays({ first, last, onChange }: OwnDaysProps) {
  const [days, setDays] = useState({ from: first, to: last })
  const problem = problemOf(days.from, days.to)
  function type(changed: Partial<typeof days>) {
    const typed = { ...days, ...changed }
    setDays(typed)
    if (problemOf(typed.from, typed.to) === null) onChange(typed)
  }
  return (
    <Field label="First day" hideLabel error={problem}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-2">
          <Input
            {...control}
            type="date"
            className="w-38"
            value={days.from}
            onChange={(event) => type({ from: event.target.value })}
          />
          <span aria-hidden="true" className="text-ink-3">
            –
          </span>
          <Input
            aria-label="Last day"
            type="date"
            className="w-38"
            value={days.to}
            onChange={(event) => type({ to: event.target.value })}
          />
        </div>
      )}
    </Field>
  )
}
