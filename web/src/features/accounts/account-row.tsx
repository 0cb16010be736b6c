import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

interface AccountSectionProps {
  title: string
  intro: ReactNode
  children: ReactNode
}

/** A section of the account: title and intro on the side, its rows in a card. */
export function AccountSection({ title, intro, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-3 border-t pt-6 first:border-t-0 first:pt-0 md:grid-cols-[15rem_minmax(0,1fr)] md:items-start"
    >
      <header>
        <h2 id={id} className="text-l font-semibold">
          {title}
        </h2>
        <div className="mt-1 text-s text-ink-3">{intro}</div>
      </header>
      <Card className="divide-y">{children}</Card>
    </section>
  )
}

interface AccountRowProps {
  title: string
  /** The current value. */
  value: ReactNode
  /** The label of the button that opens the form. */
  action?: string
  variant?: ButtonVariant
  /** The form. */
  children?: (close: () => void) => ReactNode
  /** Buttons without a form. */
  buttons?: ReactNode
}

/** One setting with its value. Its form opens below it, takes the focus, and returns it. */
export function AccountRow({ title, value, action, variant = 'default', children, buttons }: AccountRowProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (open) firstControl(place.current)?.focus()
    else if (wasOpen.current) opener.current?.focus()
    wasOpen.current = open
  }, [open])
  return (
    <div className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="min-w-0 flex-1 basis-40">
          <h3 className="text-s font-medium text-ink-3">{title}</h3>
          <div className="mt-0.5 wrap-anywhere">{value}</div>
        </div>
        {buttons}
        {action && !open && (
          <Button ref={opener} variant={variant} onClick={() => setOpen(true)}>
            {action}
          </Button>
        )}
      </div>
      {open && (
        <div ref={place} className="mt-4 border-t border-dashed pt-4">
          {children?.(() => setOpen(false))}
        </div>
      )}
    </div>
  )
}

/** The first input that shows, or else the first button. */
function firstControl(place: HTMLElement | null): HTMLElement | undefined {
  const controls = ['input', 'button'].flatMap((name) => [...(place?.querySelectorAll<HTMLElement>(name) ?? [])])
  return controls.find((control) => control.closest('[hidden]') === null)
}

interface FormActionsProps {
  label: string
  busy: boolean
  disabled?: boolean
  variant?: ButtonVariant
  onCancel: () => void
}

/** The buttons at the end of a row's form. */
export function FormActions({ label, busy, disabled = false, variant = 'primary', onCancel }: FormActionsProps) {
  return (
    <div className="flex flex-wrap gap-2 pt-1">
      <Button type="submit" variant={variant} busy={busy} disabled={disabled}>
        {label}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
