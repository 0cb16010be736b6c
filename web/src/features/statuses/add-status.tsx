import type { Status } from '@leadlight/contract/statuses'
import { STATUS_COLORS, STATUSES_MAX } from '@leadlight/domain/statuses'
import type { StatusColor } from '@leadlight/domain/statuses'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { ColorPicker } from './color-picker.tsx'

interface AddStatusProps {
  statuses: readonly Status[]
  onAdd: (status: { name: string; color: StatusColor }) => Promise<unknown>
}

/** Adds a status at the end, in an unused colour if there is one. */
export function AddStatus({ statuses, onAdd }: AddStatusProps) {
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<StatusColor | null>(null)
  const color = chosen ?? freeColor(statuses)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    await onAdd({ name: name.trim(), color })
    setName('')
    setChosen(null)
  })
  if (statuses.length >= STATUSES_MAX) {
    return <p className="text-ink-3">There are {STATUSES_MAX} statuses, as many as a project can have.</p>
  }
  return (
    <form onSubmit={onSubmit}>
      <Field label="New status" error={failure === null ? null : messageOf(failure)}>
        {(control) => (
          <div className="flex items-center gap-2">
            <ColorPicker of="the new status" color={color} onChange={setChosen} />
            <Input
              {...control}
              value={name}
              onChange={(event) => setName(event.target.value)}
              maxLength={60}
              placeholder="Waiting for an answer"
              className="min-w-0 flex-1"
            />
            <Button type="submit" busy={busy} disabled={name.trim() === ''} className="h-9">
              {!busy && <Plus aria-hidden="true" />}
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}

function freeColor(statuses: readonly Status[]): StatusColor {
  const taken = new Set(statuses.map((status) => status.color))
  return STATUS_COLORS.find((color) => color !== 'grey' && !taken.has(color)) ?? 'grey'
}
