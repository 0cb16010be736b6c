import type { ColumnValueFilter, SmartColumn } from '@leadlight/contract/columns'
import { COLUMN_TEXT_MAX } from '@leadlight/domain/columns'
import type { TextFilter } from '../../lib/rows/column-filters.ts'
import { isTextFilter, withColumnFilter } from '../../lib/rows/column-filters.ts'
import type { TextCondition } from '../../lib/rows/text-operator-field.tsx'
import { TextOperatorField } from '../../lib/rows/text-operator-field.tsx'
import { needsText } from '../../lib/rows/text-operators.ts'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { Select } from '../../ui/select.tsx'

const ANY = 'any'

const YES_NO = [
  { value: ANY, label: 'Yes or no' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

interface ColumnFiltersProps {
  title: string
  projectId: string
  filters: readonly ColumnValueFilter[]
  onChange: (filters: ColumnValueFilter[]) => void
}

/** A filter for each smart column: yes or no, or an operator and a text. Renders nothing without smart columns. */
export function ColumnFilters({ title, projectId, filters, onChange }: ColumnFiltersProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  if (columns.length === 0) return null
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-s font-medium text-ink-2">{title}</legend>
      {columns.map((column) => {
        const field = {
          column,
          filter: filters.find((filter) => filter.column_id === column.id) ?? null,
          onChange: (filter: ColumnValueFilter | null) => onChange(withColumnFilter(filters, column.id, filter)),
        }
        return column.type === 'boolean' ? (
          <BooleanField key={column.id} {...field} />
        ) : (
          <TextField key={column.id} {...field} />
        )
      })}
    </fieldset>
  )
}

interface FieldProps {
  column: SmartColumn
  filter: ColumnValueFilter | null
  onChange: (filter: ColumnValueFilter | null) => void
}

function BooleanField({ column, filter, onChange }: FieldProps) {
  const value = filter && !isTextFilter(filter) ? (filter.bool_value ? 'yes' : 'no') : ANY
  return (
    <div className="grid grid-cols-2 items-center gap-2.5">
      <span className="truncate">{column.name}</span>
      <Select
        label={column.name}
        size="s"
        value={value}
        options={YES_NO}
        onChange={(chosen) =>
          onChange(chosen === ANY ? null : { column_id: column.id, operator: 'equals', bool_value: chosen === 'yes' })
        }
      />
    </div>
  )
}

function TextField({ column, filter, onChange }: FieldProps) {
  const given = filter && isTextFilter(filter) ? filter : null
  return (
    <TextOperatorField
      name={column.name}
      condition={given && { operator: given.operator, text: given.text_value ?? '' }}
      maxLength={COLUMN_TEXT_MAX}
      onChange={(condition) => onChange(condition && textFilter(column.id, condition))}
    />
  )
}

function textFilter(column_id: string, { operator, text }: TextCondition): TextFilter {
  return needsText(operator) ? { column_id, operator, text_value: text } : { column_id, operator }
}
