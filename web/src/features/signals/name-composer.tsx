import type { IntentSignal } from '@leadlight/contract/signals'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { namesProblem, useNameChanges } from './name-changes.ts'
import { NameField } from './name-field.tsx'
import { useSaveBeforeLeaving, type SaveBeforeLeaving } from './use-save-before-leaving.ts'

interface NameComposerProps {
  projectId: string
  names: string
  onNames: (names: string) => void
  onAdded: (signal: IntentSignal) => void
  /** Left out where nothing is left by a button that saves first. */
  saveBeforeLeaving?: SaveBeforeLeaving | undefined
}

/** The form for names that are not watched yet. What was typed stays until it is. */
export function NameComposer({ projectId, names, onNames, onAdded, saveBeforeLeaving }: NameComposerProps) {
  const { watch } = useNameChanges(projectId)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function add(): Promise<boolean> {
    const problem = namesProblem(names)
    setError(problem)
    if (problem !== null) return false
    setBusy(true)
    try {
      const added = await watch(names.trim())
      onNames('')
      onAdded(added)
      return true
    } catch (failure) {
      setError(`The name is not watched yet. ${messageOf(failure)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  useSaveBeforeLeaving(saveBeforeLeaving, 'new-name', () => (names.trim() === '' ? Promise.resolve(true) : add()))
  return (
    <Card className="grid min-w-0 gap-3 px-4 py-3.5">
      <NameField
        names={names}
        isExplained
        error={error}
        onNames={(typed) => {
          setError(null)
          onNames(typed)
        }}
        onSubmit={() => void add()}
      />
      <div className="flex justify-end">
        <Button size="s" variant="primary" busy={busy} disabled={names.trim() === ''} onClick={() => void add()}>
          {!busy && <Plus aria-hidden="true" />}
          Watch
        </Button>
      </div>
    </Card>
  )
}
