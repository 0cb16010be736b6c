import type { IntentSignal } from '@leadlight/contract/signals'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { namesProblem, useNameChanges } from './name-changes.ts'
import { NameField } from './name-field.tsx'

interface NameComposerProps {
  projectId: string
  names: string
  onNames: (names: string) => void
  onAdded: (signal: IntentSignal) => void
}

/** The form for names that are not watched yet. What was typed stays until it is. */
export function NameComposer({ projectId, names, onNames, onAdded }: NameComposerProps) {
  const { watch } = useNameChanges(projectId)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function add() {
    const problem = namesProblem(names)
    setError(problem)
    if (problem !== null) return
    setBusy(true)
    try {
      const added = await watch(names.trim())
      onNames('')
      onAdded(added)
    } catch (failure) {
      setError(`The name is not watched yet. ${messageOf(failure)}`)
    } finally {
      setBusy(false)
    }
  }
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
