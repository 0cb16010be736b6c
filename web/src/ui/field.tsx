import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The attributes that tie a control to its label, hint and error. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  /** Shown under the control unless there is an error. */
  hint?: ReactNode
  error?: string | null | undefined
  hideLabel?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label, control, and below it a hint or an error: `<Field label="Name">{(c) => <Input {...c} />}</Field>`. */
export function Field({ label, hint, error, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-s font-medium text-ink-2'}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={error ? 'text-s text-bad' : 'text-s text-ink-3'}
        >
          {note}
        </p>
      )}
    </div>
  )
}
