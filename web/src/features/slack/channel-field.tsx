import type { SlackChannel } from '@leadlight/contract/slack'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { FindChannel } from './find-channel.tsx'
import { useSlackChannels } from './use-slack.ts'

export interface ChosenChannel {
  id: string
  name: string
}

interface ChannelFieldProps {
  projectId: string
  value: ChosenChannel | null
  onChange: (channel: ChosenChannel | null) => void
  /** The label of "none", if that can be chosen. */
  noneLabel?: string
}

const NONE = 'none'

/**
 * Chooses one of the workspace's channels. A chosen channel that is no longer listed stays, so saving does not lose it.
 */
export function ChannelField({ projectId, value, onChange, noneLabel }: ChannelFieldProps) {
  const { data, error, mutate, isValidating } = useSlackChannels(projectId)
  const [found, setFound] = useState<readonly SlackChannel[]>([])
  const channels = withChosen(withFound(data?.channels ?? [], found), value)
  const hasMore = data?.hasMore === true
  const options = [
    ...(noneLabel === undefined ? [] : [{ value: NONE, label: noneLabel }]),
    ...channels.map(({ id, name, is_private, is_member }) => ({
      value: id,
      label: `#${name}`,
      ...(is_private && !is_member
        ? { hint: 'Private; invite Leadlight first' }
        : is_private
          ? { hint: 'Private' }
          : {}),
    })),
  ]
  return (
    <>
      {error !== undefined && (
        <Notice
          tone="bad"
          action={
            <Button size="s" busy={isValidating} onClick={() => void mutate()}>
              Try again
            </Button>
          }
        >
          {messageOf(error)}
        </Notice>
      )}
      <Field
        label="Channel"
        hint={hintOf(data === undefined && error === undefined, hasMore ? data.channels.length : null)}
      >
        {(control) => (
          <Select
            {...control}
            value={value?.id ?? (noneLabel === undefined ? undefined : NONE)}
            options={options}
            placeholder={data ? 'Choose a channel' : 'Asking Slack'}
            onChange={(id) => onChange(channels.find((channel) => channel.id === id) ?? null)}
          />
        )}
      </Field>
      {hasMore && (
        <FindChannel
          projectId={projectId}
          onFound={(channels, exact) => {
            setFound(channels)
            if (exact) onChange(exact)
          }}
        />
      )}
    </>
  )
}

/** `listed` is the number of listed channels if the workspace has more; otherwise null. */
function hintOf(isLoading: boolean, listed: number | null): string {
  if (isLoading) return 'Asking Slack for the channels.'
  if (listed !== null) return `The workspace has more channels; these are the first ${formatNumber(listed)}.`
  return 'A private channel is listed once Leadlight is invited there: /invite @Leadlight'
}

function withFound(listed: readonly SlackChannel[], found: readonly SlackChannel[]): readonly SlackChannel[] {
  return [...found, ...listed.filter(({ id }) => found.every((channel) => channel.id !== id))]
}

function withChosen(channels: readonly SlackChannel[], chosen: ChosenChannel | null): readonly SlackChannel[] {
  if (!chosen || channels.some(({ id }) => id === chosen.id)) return channels
  return [{ ...chosen, is_private: false, is_member: false }, ...channels]
}
