import type { SmartColumn } from '@leadlight/contract/columns'
import type { ColumnType } from '@leadlight/domain/columns'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { QuoteBox, quoteWords, useQuote } from './column-quote.tsx'
import type { Quote } from './column-quote.tsx'
import type { useColumnChanges } from './use-columns.ts'

const TYPES: readonly { value: ColumnType; name: string; hint: string; example: string }[] = [
  { value: 'boolean', name: 'Yes or no', hint: 'Filter by it with one press', example: 'Does the author run servers?' },
  { value: 'text', name: 'Text', hint: 'A few words for each lead', example: 'Which tool does the author use today?' },
]

interface ColumnFormProps {
  projectId: string
  /** The column to change; null for a new one. */
  column: SmartColumn | null
  changes: ReturnType<typeof useColumnChanges>
  onDone: () => void
}

/** A smart column's question and type, with the price shown before anything is spent. */
export function ColumnForm({ projectId, column, changes, onDone }: ColumnFormProps) {
  const [name, setName] = useState(column?.name ?? '')
  const [prompt, setPrompt] = useState(column?.prompt ?? '')
  const [type, setType] = useState<ColumnType>(column?.type ?? 'boolean')
  const [wantsAnew, setWantsAnew] = useState(false)
  // Answers of another type cannot be kept.
  const isOtherType = column !== null && type !== column.type
  const reanalyze = wantsAnew || isOtherType
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])
  const { busy, failure, onSubmit } = useSubmit(async () => {
    const typed = { name: name.trim(), prompt: prompt.trim(), type }
    await (column ? changes.change(column.id, typed, reanalyze) : changes.add(typed))
    onDone()
  })
  const { quote, error } = useQuote(projectId, { prompt, type })
  const failed = failureByField(failure, { column_name_taken: 'name' })
  const isSame = column !== null && name.trim() === column.name && prompt.trim() === column.prompt && !reanalyze
  return (
    <form onSubmit={onSubmit} className="grid gap-5">
      {failed.form && <Notice tone="bad">{failed.form}</Notice>}
      <Field label="Name" hint="The heading of the column." error={failed.name}>
        {(control) => (
          <Input
            {...control}
            ref={first}
            required
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            placeholder="Runs servers"
          />
        )}
      </Field>
      <TypeChoice type={type} onChange={setType} />
      <Field label="Question" hint="Plain words. It is asked of every lead, the ones to come as well.">
        {(control) => (
          <Textarea
            {...control}
            required
            rows={2}
            minLength={3}
            maxLength={500}
            value={prompt}
            onChange={(event) => setPrompt(event.target.value)}
            placeholder={TYPES.find(({ value }) => value === type)?.example}
          />
        )}
      </Field>
      {column ? (
        <ValuesChoice
          column={column}
          quote={quote}
          reanalyze={reanalyze}
          canKeep={!isOtherType}
          onChange={setWantsAnew}
        >
          {reanalyze && <QuoteBox prompt={prompt} quote={quote} error={error} />}
        </ValuesChoice>
      ) : (
        <QuoteBox prompt={prompt} quote={quote} error={error} />
      )}
      <Actions {...{ busy, onDone }} disabled={isSame}>
        {column ? (reanalyze ? 'Save and work out anew' : 'Save') : 'Add column'}
      </Actions>
    </form>
  )
}

interface ActionsProps {
  busy: boolean
  disabled: boolean
  onDone: () => void
  children: string
}

function Actions({ busy, disabled, onDone, children }: ActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onDone}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
        {children}
      </Button>
    </div>
  )
}

function TypeChoice({ type, onChange }: { type: ColumnType; onChange: (type: ColumnType) => void }) {
  const group = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-s font-medium text-ink-2">Answer</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {TYPES.map(({ value, name, hint }) => (
          <Choice key={value} group={group} checked={type === value} onChoose={() => onChange(value)} name={name}>
            {hint}
          </Choice>
        ))}
      </div>
    </fieldset>
  )
}

interface ValuesChoiceProps {
  column: SmartColumn
  quote: Quote | undefined
  reanalyze: boolean
  canKeep: boolean
  onChange: (reanalyze: boolean) => void
  children: ReactNode
}

/** Whether to keep the values or compute them again, with the consequences. */
function ValuesChoice({ column, quote, reanalyze, canKeep, onChange, children }: ValuesChoiceProps) {
  const group = useId()
  const done = formatCount(column.progress.done, 'value')
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-s font-medium text-ink-2">Values there are</legend>
      <Choice group={group} checked={!reanalyze} disabled={!canKeep} onChoose={() => onChange(false)} name="Keep them">
        {canKeep
          ? `${done} stay as they are. What waits and leads to come are asked the question as it now stands.`
          : 'Not when the kind of answer changes.'}
      </Choice>
      <Choice group={group} checked={reanalyze} onChoose={() => onChange(true)} name="Work out all anew">
        Every value is replaced, and those that are missing are filled in{quote ? `: ${quoteWords(quote)}` : ''}.
      </Choice>
      {children}
    </fieldset>
  )
}

interface ChoiceProps {
  group: string
  checked: boolean
  disabled?: boolean
  onChoose: () => void
  name: string
  children: ReactNode
}

function Choice({ group, checked, disabled, onChoose, name, children }: ChoiceProps) {
  return (
    <label className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2.5 rounded-card border px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-selected has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="accent-accent"
      />
      <span className="font-medium">{name}</span>
      <span className="col-start-2 text-s text-ink-2">{children}</span>
    </label>
  )
}
