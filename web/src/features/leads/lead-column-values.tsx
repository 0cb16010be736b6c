import type { ColumnValue } from '@leadlight/contract/columns'
import type { Lead } from '@leadlight/contract/leads'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { Card } from '../../ui/card.tsx'

/** The lead's smart-column values with their reasons. */
export function LeadColumnValues({ lead }: { lead: Lead }) {
  const { data: columns = [] } = useSmartColumns(lead.project_id)
  const shown = columns.flatMap(({ id, name }) => {
    const value = lead.smart_column_values.find((one) => one.column_id === id)
    return value ? [{ name, value }] : []
  })
  if (shown.length === 0) return null
  return (
    <Card className="grid gap-2 px-3.25 py-3">
      <h2 className="text-s font-semibold text-ink-2">Smart columns</h2>
      <dl className="grid gap-2 text-s">
        {shown.map(({ name, value }) => (
          <div key={value.column_id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] gap-x-2 gap-y-0.5">
            <dt className="wrap-anywhere text-ink-3">{name}</dt>
            <dd className="font-medium wrap-anywhere">{wordsOf(value)}</dd>
            {value.why && <dd className="col-span-2 text-xs wrap-anywhere text-ink-3">{value.why}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  )
}

function wordsOf({ state, bool_value, text_value }: ColumnValue): string {
  if (state === 'waiting') return 'Being worked out'
  if (state === 'needs_model') return 'Needs a model'
  if (state === 'failed') return 'Could not be worked out'
  if (bool_value !== null) return bool_value ? 'Yes' : 'No'
  return text_value === null || text_value === '' ? 'Nothing said' : text_value
}
