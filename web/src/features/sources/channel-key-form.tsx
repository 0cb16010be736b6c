import type { SourceChannel } from '@leadlight/contract/sources'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useEscape } from '../../ui/use-escape.ts'

interface ChannelKeyFormProps {
  channel: SourceChannel
  channelKey: NonNullable<SourceChannel['key']>
  onSave: (fields: Record<string, string>) => Promise<void>
  onCancel: () => void
}

const QUIET = { autoComplete: 'off', maxLength: 1000, required: true } as const

/**
 * The parts of a key, with where to get one and what it costs. The server tries it on the platform before storing it.
 */
export function ChannelKeyForm({ channel, channelKey, onSave, onCancel }: ChannelKeyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEscape(true, onCancel)
  const { onSubmit, busy, failure } = useSubmit((sent) =>
    onSave(Object.fromEntries(channelKey.fields.map(({ name }) => [name, textOf(sent.get(name))]))),
  )
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      aria-label={`Key to ${channel.name}`}
      className="grid gap-3 rounded-card bg-sunken p-3 text-m"
    >
      <p className="text-s text-ink-2">{channelKey.help}</p>
      {channel.notice !== null && <Notice tone="warning">{channel.notice}</Notice>}
      <div className="grid gap-3 sm:grid-cols-2">
        {channelKey.fields.map(({ name, label, is_secret }) => (
          <Field key={name} label={label}>
            {(control) =>
              is_secret ? (
                <PasswordInput {...control} {...QUIET} autoComplete="new-password" name={name} />
              ) : (
                <Input {...control} {...QUIET} name={name} autoCapitalize="off" spellCheck={false} />
              )
            }
          </Field>
        ))}
      </div>
      {failure !== null && <Notice tone="bad">{messageOf(failure)}</Notice>}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Try and save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        <p className="text-s text-ink-3">Kept encrypted, and shown to nobody again.</p>
      </div>
    </form>
  )
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}
