import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { namesProblem } from './name-changes.ts'

const TYPING_PAUSE_MS = 500

interface NameFieldProps {
  names: string
  disabled?: boolean
  /** Whether it says how names are written. */
  isExplained: boolean
  /** What the server said of them. */
  error: string | null
  onNames: (names: string) => void
  onSubmit: () => void
}

/** An expression of names, checked as it is typed. */
export function NameField({ names, disabled = false, isExplained, error, onNames, onSubmit }: NameFieldProps) {
  const checked = useDebouncedValue(names, TYPING_PAUSE_MS)
  const problem = checked === names && names.trim() !== '' ? namesProblem(names) : null
  return (
    <Field label="Names to watch" error={error ?? problem} hint={isExplained && <Hint />}>
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          value={names}
          disabled={disabled}
          spellCheck={false}
          placeholder='acme "Acme Corp" acme.com NOT bricks'
          onChange={(event) => onNames(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            onSubmit()
          }}
        />
      )}
    </Field>
  )
}

function Hint() {
  return (
    <>
      Names side by side are alternatives. Quotes keep several words together, and AND, OR, NOT and parentheses join
      them. A domain stands for its subdomains too.
    </>
  )
}
