import { useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { useCan } from '../../lib/current-user.ts'
import type { ProjectChanges } from '../../lib/projects.ts'
import { useUpdateProject } from '../../lib/projects.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'

export interface Draft<Values> {
  values: Values
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  disabled: boolean
}

interface SettingsFormProps<Values extends Record<string, string>> {
  projectId: string
  title: string
  saved: Values
  toChanges: (values: Values) => ProjectChanges
  children: (draft: Draft<Values>) => ReactNode
}

/**
 * Some settings of a project with one Save. What was typed stays until it is saved; a failed save is logged and leaves
 * the form marked as not saved, since the specification wants no message for it.
 */
export function SettingsForm<Values extends Record<string, string>>(props: SettingsFormProps<Values>) {
  const { projectId, title, saved, toChanges, children } = props
  const [edits, setEdits] = useState<Partial<Values>>({})
  const [busy, setBusy] = useState(false)
  const save = useUpdateProject(projectId)
  const disabled = !useCan('project.update')
  const values = { ...saved, ...edits }
  const changed = Object.keys(saved).some((name) => values[name] !== saved[name])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    const outcome = await save(toChanges(values)).catch((error: unknown) => ({ error }))
    setBusy(false)
    if ('error' in outcome) return
    setEdits({})
    showToast({ kind: 'success', message: 'Saved' })
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={title} className="grid gap-5">
      <h2 className="text-l font-semibold">{title}</h2>
      {disabled && <Notice>You can read these settings. Changing them takes a member of the organization.</Notice>}
      {children({ values, disabled, set: (name, value) => setEdits((before) => ({ ...before, [name]: value })) })}
      {!disabled && (
        <div className="flex items-center gap-3 border-t pt-4">
          <Button type="submit" variant="primary" disabled={!changed} busy={busy}>
            Save
          </Button>
          {changed && <span className="text-s text-ink-3">Not saved yet</span>}
        </div>
      )}
    </form>
  )
}
