import type { SlackChannelConfig } from '@leadlight/contract/slack'
import { SLACK_CHANNEL_CONFIGS_MAX } from '@leadlight/domain/slack'
import { Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { formatCount } from '../../lib/format.ts'
import { useLeadStatuses } from '../../lib/lead-statuses.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ChannelForm } from './channel-form.tsx'
import { TestButton } from './test-button.tsx'
import { useSlackConfigs, type SlackChanges } from './use-slack.ts'

interface SlackChannelsProps {
  projectId: string
  changes: SlackChanges
}

/** The channels and the leads they are notified of. */
export function SlackChannels({ projectId, changes }: SlackChannelsProps) {
  const canWrite = useCan('slack.write')
  const { data: configs, error, mutate, isValidating } = useSlackConfigs(projectId)
  const [open, setOpen] = useState<SlackChannelConfig | 'new' | null>(null)
  if (!configs && error) {
    return (
      <ErrorState title="The channels could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!configs) {
    return (
      <SkeletonGroup label="Loading the channels">
        <Skeleton className="h-20" />
      </SkeletonGroup>
    )
  }
  return (
    <>
      {configs.length > 0 && (
        <ul className="divide-y rounded-card border bg-surface">
          {configs.map((config) => (
            <ChannelRow
              key={config.id}
              projectId={projectId}
              config={config}
              changes={changes}
              onEdit={() => setOpen(config)}
            />
          ))}
        </ul>
      )}
      {canWrite && (
        <div>
          <Button onClick={() => setOpen('new')} disabled={configs.length >= SLACK_CHANNEL_CONFIGS_MAX}>
            <Plus aria-hidden="true" />
            Add a rule for a channel
          </Button>
        </div>
      )}
      {open !== null && (
        <ChannelForm
          projectId={projectId}
          config={open === 'new' ? null : open}
          changes={changes}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

interface ChannelRowProps extends SlackChannelsProps {
  config: SlackChannelConfig
  onEdit: () => void
}

function ChannelRow({ projectId, config, changes, onEdit }: ChannelRowProps) {
  const canWrite = useCan('slack.write')
  const [isAsking, setIsAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { data: statuses = [] } = useLeadStatuses(projectId)
  const { channel_id: id, channel_name: name, problem } = config
  const given = statuses.filter((status) => config.statuses.includes(status.id)).map((status) => status.name)
  function keep() {
    setIsAsking(false)
    opener.current?.focus()
  }
  return (
    <li className="grid gap-2 p-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <h3 className="font-medium wrap-anywhere">#{name}</h3>
          <p className="text-s text-ink-2">{describeRule(config, given)}</p>
        </div>
        {canWrite && (
          <div className="flex shrink-0 items-center">
            <TestButton channel={{ id, name }} changes={changes} icon={<Send aria-hidden="true" />} />
            <IconButton label={`Change the rule for #${name}`} onClick={onEdit}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <IconButton ref={opener} label={`Remove the rule for #${name}`} onClick={() => setIsAsking(true)}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      {problem && <Notice tone="warning">{problem.detail}</Notice>}
      {isAsking && (
        <InlineConfirm
          label={`Remove the rule for #${name}?`}
          action="Remove"
          onKeep={keep}
          onConfirm={() => remove(config, changes)}
        >
          The channel hears of no more leads by it. What it was told stays there.
        </InlineConfirm>
      )}
    </li>
  )
}

async function remove({ id, channel_name: name }: SlackChannelConfig, changes: SlackChanges): Promise<void> {
  try {
    await changes.remove(id)
    showToast({ kind: 'success', message: `The rule for #${name} is removed.` })
  } catch (error) {
    showToast({ kind: 'error', message: `It was not removed. ${messageOf(error)}` })
  }
}

function describeRule(
  { new_leads: isTold, intent_signals: signals, minimum_score: minimum }: SlackChannelConfig,
  statuses: readonly string[],
): string {
  const what = [
    ...(isTold ? ['New leads'] : []),
    ...(statuses.length > 0 ? [`leads that become ${statuses.join(' or ')}`] : []),
  ]
  const said = what.length === 0 ? 'Nothing' : what.join(', ')
  const ofSignals = signals.length === 0 ? '' : ` · of ${formatCount(signals.length, 'signal')}`
  const begun = `${said.charAt(0).toUpperCase()}${said.slice(1)}`
  return `${begun}${ofSignals}${minimum === null ? '' : ` · from a score of ${minimum}`}`
}
