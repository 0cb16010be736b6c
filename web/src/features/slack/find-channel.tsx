import type { SlackChannel } from '@leadlight/contract/slack'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { findSlackChannels } from './use-slack.ts'

interface FindChannelProps {
  projectId: string
  /** Called with the channels containing the name, and the one with exactly that name. */
  onFound: (channels: readonly SlackChannel[], exact: SlackChannel | undefined) => void
}

/** Finds a channel by name if the workspace has more than are listed. It is used inside another form. */
export function FindChannel({ projectId, onFound }: FindChannelProps) {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ error?: string; hint?: string }>({})
  async function find() {
    const query = name.trim().replace(/^#/, '').toLowerCase()
    if (query === '' || busy) return
    setBusy(true)
    setSaid({})
    try {
      const channels = await findSlackChannels(projectId, query)
      const exact = channels.find((channel) => channel.name === query)
      onFound(channels, exact)
      setSaid(describeFound(channels.length, exact))
    } catch (error) {
      setSaid({ error: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Field label="Find another by its name" hint={said.hint} error={said.error}>
      {(control) => (
        <div className="flex items-center gap-2">
          <Input
            {...control}
            value={name}
            maxLength={80}
            placeholder="sales"
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // It would submit the surrounding form.
              event.preventDefault()
              void find()
            }}
          />
          <Button busy={busy} onClick={() => void find()}>
            Find
          </Button>
        </div>
      )}
    </Field>
  )
}

function describeFound(count: number, exact: SlackChannel | undefined): { error?: string; hint?: string } {
  if (exact) {
    const hint = `#${exact.name} is chosen.`
    // The search stopped once it was found.
    return { hint: count === 1 ? hint : `${hint} Others with that in their name are first in the list.` }
  }
  if (count === 0) return { error: 'No channel that Slack lists has that in its name.' }
  return {
    hint:
      count === 1
        ? 'One has that in its name. It is first in the list.'
        : `${count} have that in their name. They are first in the list.`,
  }
}
