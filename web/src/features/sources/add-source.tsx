import type { Source, SourcePlatform } from '@leadlight/contract/sources'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSourcePlatforms } from './use-sources.ts'

interface AddSourceProps {
  projectId: string
  onAdd: (platform: string, typed: string) => Promise<Source>
}

/** Adds a source: the platform and its channel. The server looks it up first. */
export function AddSource({ projectId, onAdd }: AddSourceProps) {
  const { data: platforms, error } = useSourcePlatforms(projectId)
  if (!platforms && error) {
    return <Notice tone="bad">What can be added could not be loaded. {messageOf(error)}</Notice>
  }
  if (!platforms) return <Skeleton className="h-16" />
  return <AddForm platforms={platforms} onAdd={onAdd} />
}

function AddForm({ platforms, onAdd }: { platforms: readonly SourcePlatform[]; onAdd: AddSourceProps['onAdd'] }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const platform = platforms.find((one) => one.platform === chosen) ?? platforms[0]
  const { onSubmit, busy, failure } = useSubmit(async () => {
    if (!platform) return
    const { name } = await onAdd(platform.platform, typed.trim())
    setTyped('')
    showToast({ kind: 'success', message: `${name} is added. The next search looks there.` })
  })
  if (!platform) return null
  const isFeed = platform.platform === 'feed'
  return (
    <form onSubmit={onSubmit} className="grid items-start gap-2.5 sm:grid-cols-[11rem_1fr_auto]">
      <Field label="Platform">
        {(control) => (
          <Select
            {...control}
            value={platform.platform}
            options={platforms.map((one) => ({ value: one.platform, label: one.name }))}
            onChange={setChosen}
            disabled={busy}
          />
        )}
      </Field>
      <Field
        label={isFeed ? 'Address of the feed' : platform.label}
        error={failure === null ? null : messageOf(failure)}
        hint={[platform.notice, platform.attribution].filter((rule) => rule !== null).join(' ')}
      >
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            placeholder={platform.example}
            maxLength={isFeed ? 2000 : 500}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} disabled={typed.trim() === ''} className="h-9 sm:mt-6">
        {!busy && <Plus aria-hidden="true" />}
        Add
      </Button>
    </form>
  )
}
