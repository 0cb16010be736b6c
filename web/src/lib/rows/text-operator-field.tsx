import { TEXT_OPERATORS } from '@leadlight/domain/columns'
import type { TextOperator } from '@leadlight/domain/columns'
import { useEffect, useRef, useState } from 'react'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { needsText, OPERATOR_WORDS } from './text-operators.ts'

const TYPING_PAUSE_MS = 400
const ANY = 'any'

const OPERATORS = [
  { value: ANY, label: 'Anything' } as const,
  ...TEXT_OPERATORS.map((value) => ({ value, label: OPERATOR_WORDS[value] })),
]

/** A condition on a text. The text is empty if the operator takes none. */
export interface TextCondition {
  operator: TextOperator
  text: string
}

interface TextOperatorFieldProps {
  /** The field's name: "Location". */
  name: string
  condition: TextCondition | null
  /** The maximum length of the text. */
  maxLength: number
  onChange: (condition: TextCondition | null) => void
}

/** An operator and its text. It applies once there is a text, or at once if the operator needs none. */
export function TextOperatorField({ name, condition, maxLength, onChange }: TextOperatorFieldProps) {
  const [operator, setOperator] = useState<TextOperator | typeof ANY>(condition?.operator ?? ANY)
  const shown = condition?.operator ?? operator
  const text = condition?.text ?? ''
  function choose(chosen: TextOperator | typeof ANY) {
    setOperator(chosen)
    onChange(chosen === ANY ? null : complete(chosen, text))
  }
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 items-center gap-2.5">
        <span className="truncate">{name}</span>
        <Select label={name} size="s" value={shown} options={OPERATORS} onChange={choose} />
      </div>
      {shown !== ANY && needsText(shown) && (
        <WordsField
          label={`${name}: words`}
          value={text}
          maxLength={maxLength}
          onChange={(words) => onChange(complete(shown, words))}
        />
      )}
    </div>
  )
}

function complete(operator: TextOperator, text: string): TextCondition | null {
  if (!needsText(operator)) return { operator, text: '' }
  return text === '' ? null : { operator, text }
}

interface WordsFieldProps {
  label: string
  value: string
  maxLength: number
  onChange: (words: string) => void
}

/** The text applies after a pause in typing, or when the field's container closes. */
function WordsField({ label, value, maxLength, onChange }: WordsFieldProps) {
  const [words, setWords] = useState(value)
  const waiting = useRef<(() => void) | null>(null)
  useEffect(() => {
    waiting.current = null
    if (words.trim() === value) return undefined
    function send() {
      waiting.current = null
      onChange(words.trim())
    }
    waiting.current = send
    const timer = setTimeout(send, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words, value, onChange])
  useEffect(() => () => waiting.current?.(), [])
  return (
    <Input
      aria-label={label}
      className="h-7 px-2"
      placeholder="Words"
      value={words}
      maxLength={maxLength}
      onChange={(event) => setWords(event.target.value)}
    />
  )
}
