import type { ColumnValueFilter, SmartColumn } from '@leadlight/contract/columns'
import { COLUMN_TEXT_MAX, TEXT_OPERATORS } from '@leadlight/domain/columns'
import type { TextOperator } from '@leadlight/domain/columns'
import { useEffect, useState } from 'react'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { TextFilter } from './column-filters.ts'
import { isTextFilter, needsText, OPERATOR_WORDS, withColumnFilter } from './column-filters.ts'

const TYPING_PAUSE_MS = 400
const ANY = 'any'

const YES_NO = [
  { value: ANY, label: 'Yes or no' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

const OPERATORS = [
  { value: ANY, label: 'Anything' } as const,
  ...TEXT_OPERATORS.map((value) => ({ value, label: OPERATOR_WORDS[value] })),
]

interface ColumnFiltersProps {
  projectId: string
  filters: readonly ColumnValueFilter[]
  onChange: (filters: ColumnValueFilter[]) => void
}

/** A filter for each smart column: yes or no, or an operator and words. Nothing where there are none. */
export function ColumnFilters({ projectId, filters, onChange }: ColumnFiltersProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  if (columns.length === 0) return null
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1.5 text-s font-medium text-ink-2">Smart columns</legend>
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

/** An operator counts once its words are there; those that need none count at once. */
function TextField({ column, filter, onChange }: FieldProps) {
  const given = filter && isTextFilter(filter) ? filter : null
  const [operator, setOperator] = useState<TextOperator | typeof ANY>(given?.operator ?? ANY)
  const shown = given?.operator ?? operator
  function choose(chosen: TextOperator | typeof ANY) {
    setOperator(chosen)
    onChange(chosen === ANY ? null : textFilter(column.id, chosen, given?.text_value ?? ''))
  }
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 items-center gap-2.5">
        <span className="truncate">{column.name}</span>
        <Select label={column.name} size="s" value={shown} options={OPERATORS} onChange={choose} />
      </div>
      {shown !== ANY && needsText(shown) && (
        <WordsField
          label={`${column.name}: words`}
          value={given?.text_value ?? ''}
          onChange={(words) => onChange(textFilter(column.id, shown, words))}
        />
      )}
    </div>
  )
}

interface WordsFieldProps {
  label: string
  value: string
  onChange: (words: string) => void
}

/** Words count once somebody pauses. */
function WordsField({ label, value, onChange }: WordsFieldProps) {
  const [words, setWords] = useState(value)
  useEffect(() => {
    if (words.trim() === value) return undefined
    const timer = setTimeout(() => onChange(words.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, value, onChange])
  return (
    <Input
      aria-label={label}
      className="h-7 px-2"
      placeholder="Words"
      value={words}
      maxLength={COLUMN_TEXT_MAX}
      onChange={(event) => setWords(event.target.value)}
    />
  )
}

function textFilter(column_id: string, operator: TextOperator, words: string): TextFilter | null {
  if (!needsText(operator)) return { column_id, operator }
  return words === '' ? null : { column_id, operator, text_value: words }
}
