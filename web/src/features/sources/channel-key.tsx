import type { OwnChannelKey, SourceChannel } from '@leadlight/contract/sources'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChannelKeyForm } from './channel-key-form.tsx'
import type { ChannelChanges } from './use-sources.ts'

type KeyNeed = NonNullable<SourceChannel['key']>

interface ChannelKeyProps {
  channel: SourceChannel
  channelKey: KeyNeed
  changes: ChannelChanges | undefined
}

/** The project's key to a channel: whose key is used, its state, and its actions. */
export function ChannelKey({ channel, channelKey, changes }: ChannelKeyProps) {
  const [open, setOpen] = useState<'form' | 'removing' | null>(null)
  const set = useRef<HTMLButtonElement>(null)
  const { own } = channelKey
  function close() {
    setOpen(null)
    set.current?.focus()
  }
  async function save(fields: Record<string, string>) {
    await changes?.setKey(channel.platform, fields)
    close()
    showToast({ kind: 'success', message: `${channel.name} accepts the key. The next search asks with it.` })
  }
  async function remove() {
    try {
      await changes?.removeKey(channel.platform)
      close()
      showToast({ kind: 'success', message: `The key to ${channel.name} is removed.` })
    } catch (error) {
      showToast({ kind: 'error', message: `The key to ${channel.name} was not removed. ${messageOf(error)}` })
    }
  }
  return (
    <div className="mt-1 grid gap-2 text-s">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="flex min-w-0 flex-1 basis-52 gap-1.5 text-ink-2">
          <KeyRound aria-hidden="true" className="mt-[0.2em] size-3.5 shrink-0 text-ink-3" />
          <span className="min-w-0 text-pretty wrap-anywhere">
            {own ? describe(own) : without(channel, channelKey)}
          </span>
        </p>
        {changes && (
          <div className="flex gap-2">
            <Button
              ref={set}
              size="s"
              aria-expanded={open === 'form'}
              aria-label={`${own ? 'Replace the' : 'Add a'} key to ${channel.name}`}
              onClick={() => setOpen(open === 'form' ? null : 'form')}
            >
              {own ? 'Replace' : 'Add a key'}
            </Button>
            {own && (
              <Button
                size="s"
                variant="danger"
                aria-label={`Remove the key to ${channel.name}`}
                onClick={() => setOpen('removing')}
              >
                Remove
              </Button>
            )}
          </div>
        )}
      </div>
      {own?.error != null && (
        <p className="wrap-anywhere text-bad">
          {own.error} {own.failing_since !== null && `Failing since ${formatMoment(own.failing_since)}.`}
        </p>
      )}
      {open === 'removing' && (
        <InlineConfirm label={`Remove the key to ${channel.name}?`} action="Remove" onConfirm={remove} onKeep={close}>
          {afterwards(channel, channelKey)} Its leads stay.
        </InlineConfirm>
      )}
      {open === 'form' && <ChannelKeyForm channel={channel} channelKey={channelKey} onSave={save} onCancel={close} />}
    </div>
  )
}

function describe({ hint, set_at, set_by }: OwnChannelKey): string {
  return `Own key ${hint}, set ${set_by === null ? '' : `by ${set_by} `}on ${formatDate(set_at)}`
}

function without({ name, heard }: SourceChannel, { need, installation }: KeyNeed): string {
  if (installation) return 'Asked with the installation’s key.'
  if (need === 'optional')
    return `No key: only the communities that you add are read. With one, searches read more of ${name}.`
  return heard
    ? 'Heard as it is said, while a signal is monitored. Searching what was said before needs a key of yours.'
    : 'Not searched: needs a key of yours.'
}

function afterwards({ name, heard }: SourceChannel, { need, installation }: KeyNeed): string {
  if (installation) return `Searches ask ${name} with the installation’s key again.`
  if (need === 'optional') return `Searches then read less of ${name}.`
  return heard ? `Searches no longer ask ${name}; monitoring still hears it.` : `Searches no longer ask ${name}.`
}
