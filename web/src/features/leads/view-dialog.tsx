import type { View } from '@leadlight/contract/lead-work'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Inbox } from './use-lead-inbox.ts'
import { useViewCommands } from './use-views.ts'
import { viewQuery } from './view-filters.ts'

const NAME_CHARACTERS_MAX = 60

interface ViewDialogProps {
  inbox: Inbox
  /** The view to rename or share; null saves the filters as a new one. */
  view: View | null
  onClose: () => void
}

/** Names a view and sets its owner: the user, or the team. The text stays until it is saved. */
export function ViewDialog({ inbox, view, onClose }: ViewDialogProps) {
  const { filters, projectId } = inbox
  const { create, update } = useViewCommands(projectId)
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    const given = { name: name.trim(), is_shared: isShared }
    if (view) await update(view.id, given)
    else {
      const created = await create({ ...given, query: viewQuery(filters.filters) })
      filters.change({ viewId: created.id })
    }
    onClose()
  })
  return (
    <Dialog open onOpenChange={onClose} title={view ? 'Rename or share the view' : 'Save as a view'} size="s">
      <form onSubmit={onSubmit} className="grid gap-4">
        <Field label="Name" error={failure ? messageOf(failure) : null}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={NAME_CHARACTERS_MAX}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Checkbox checked={isShared} onChange={(event) => setShared(event.target.checked)}>
          For the whole team
        </Checkbox>
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
