import type { IntentSignal } from '@leadlight/contract/signals'
import { AtSign, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { formatCount } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { namesProblem, useNameChanges } from './name-changes.ts'
import { namesDraft } from './names-draft.ts'
import { NameField } from './name-field.tsx'
import { useSaveBeforeLeaving, type SaveBeforeLeaving } from './use-save-before-leaving.ts'

interface NameCardProps {
  projectId: string
  signal: IntentSignal
  canWrite: boolean
  /** Called with what is typed. */
  onNames?: (names: string) => void
  onRemove?: ((signal: IntentSignal) => void) | undefined
  /** Left out where nothing is left by a button that saves first. */
  saveBeforeLeaving?: SaveBeforeLeaving | undefined
}

/** Watched names, which can be changed; a change counts once it is saved, and stays until then. */
export function NameCard({ projectId, signal, canWrite, onNames, onRemove, saveBeforeLeaving }: NameCardProps) {
  const { change } = useNameChanges(projectId)
  const draft = useDraft(namesDraft(signal.id), signal.intent_signal)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const names = draft.value
  const isChanged = names.trim() !== signal.intent_signal
  function show(next: string | null) {
    setError(null)
    if (next === null) draft.clear()
    else draft.set(next)
    onNames?.(next ?? signal.intent_signal)
  }
  async function save(): Promise<boolean> {
    const problem = namesProblem(names)
    setError(problem)
    if (problem !== null) return false
    if (!isChanged) return true
    setBusy(true)
    try {
      await change(signal.id, names.trim())
      show(null)
      return true
    } catch (failure) {
      setError(`The change is not saved. ${messageOf(failure)}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  useSaveBeforeLeaving(saveBeforeLeaving, signal.id, () => (canWrite && isChanged ? save() : Promise.resolve(true)))
  return (
    <Card className="grid min-w-0 gap-3 px-4 py-3.5">
      <div className="flex min-h-6.5 items-center gap-2">
        <Chip tone="info">
          <AtSign aria-hidden="true" className="size-3" />
          Name
        </Chip>
        <span className="flex-1" />
        {signal.lead_count > 0 && <Chip tone="good">{formatCount(signal.lead_count, 'lead')}</Chip>}
        {onRemove && (
          <IconButton label="Delete this name" size="s" onClick={() => onRemove(signal)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {canWrite ? (
        <NameField names={names} isExplained={isChanged} error={error} onNames={show} onSubmit={() => void save()} />
      ) : (
        <p className="wrap-anywhere">{names}</p>
      )}
      {isChanged && canWrite && (
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="s" onClick={() => show(null)}>
            Discard
          </Button>
          <Button size="s" variant="primary" busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </div>
      )}
    </Card>
  )
}
