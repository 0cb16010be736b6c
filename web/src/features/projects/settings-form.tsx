import { Check } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { useCan } from '../../lib/current-user.ts'
import type { ProjectChanges } from '../../lib/projects.ts'
import { useUpdateProject } from '../../lib/projects.ts'
import { codeOf, messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { PageFooter } from '../../ui/page-footer.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SaveFailed } from '../../ui/save-failed.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

export interface Draft<Values> {
  values: Values
  set: <Name extends keyof Values>(name: Name, value: Values[Name]) => void
  disabled: boolean
  /** The field's error for the code of a refused save; null if it is about something else. */
  refusal: (code: string) => string | null
}

type State = 'idle' | 'busy' | 'saved' | 'failed'

interface SettingsFormProps<Values extends object> {
  projectId: string
  title: string
  /** The purpose of the page, in a sentence. */
  intro?: string
  saved: Values
  toChanges: (values: Values) => ProjectChanges
  children: (draft: Draft<Values>) => ReactNode
}

/**
 * Project settings with one Save button. Unsaved input is kept, and leaving asks first. A failed save is logged, and the
 * form itself says why: the specification wants no message that pops up.
 */
export function SettingsForm<Values extends object>(props: SettingsFormProps<Values>) {
  const { projectId, title, intro, saved, toChanges, children } = props
  const [edits, setEdits] = useState<Partial<Values>>({})
  const [state, setState] = useState<State>('idle')
  const [failure, setFailure] = useState<unknown>(null)
  const save = useUpdateProject(projectId)
  const disabled = !useCan('project.update')
  const values = { ...saved, ...edits }
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved)

  /** Returns whether the save succeeded. */
  async function submit(): Promise<boolean> {
    setState('busy')
    const outcome = await save(toChanges(values)).catch((error: unknown) => ({ error }))
    const isSaved = !('error' in outcome)
    setState(isSaved ? 'saved' : 'failed')
    setFailure(isSaved ? null : outcome.error)
    if (isSaved) setEdits({})
    return isSaved
  }
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state !== 'busy') void submit()
  }
  function set<Name extends keyof Values>(name: Name, value: Values[Name]) {
    setState('idle')
    setFailure(null)
    setEdits((before) => ({ ...before, [name]: value }))
  }
  function discard() {
    setState('idle')
    setFailure(null)
    setEdits({})
  }
  const refusal = (code: string) => (codeOf(failure) === code ? messageOf(failure) : null)
  return (
    <form onSubmit={onSubmit} aria-label={title} className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-l font-semibold">{title}</h2>
        {intro && <p className="text-ink-2">{intro}</p>}
      </div>
      {disabled && <Notice>You can read these settings. Changing them takes a member of the organization.</Notice>}
      {children({ values, disabled, set, refusal })}
      {!disabled && (
        <PageFooter isSticky={isChanged} className="flex min-h-16 flex-wrap items-center gap-3 border-t bg-bg py-3.5">
          <Button type="submit" variant="primary" disabled={!isChanged} busy={state === 'busy'}>
            Save
          </Button>
          {isChanged && state !== 'busy' && (
            <Button variant="quiet" onClick={discard}>
              Discard
            </Button>
          )}
          <SavedState isChanged={isChanged} state={state}>
            <SaveFailed reason={messageOf(failure)} onRetry={() => void submit()} />
          </SavedState>
        </PageFooter>
      )}
      <UnsavedGuard isChanged={isChanged && !disabled} onSave={submit} />
    </form>
  )
}

/** `children` say why the save failed. */
function SavedState({ isChanged, state, children }: { isChanged: boolean; state: State; children: ReactNode }) {
  return (
    <output className="flex items-center gap-1.5 text-s text-ink-3">
      {isChanged && (state === 'failed' ? children : 'Not saved yet')}
      {!isChanged && state === 'saved' && (
        <>
          <Check aria-hidden="true" className="size-4 text-good" />
          <span>Saved</span>
        </>
      )}
    </output>
  )
}
