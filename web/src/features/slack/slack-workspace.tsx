import type { SlackConnection } from '@leadlight/contract/slack'
import { Hash, Send, Unplug } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { formatAgo, formatCount, formatMoment } from '../../lib/format.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ConnectButton } from './connect-button.tsx'
import { DefaultChannelDialog } from './default-channel-dialog.tsx'
import { TestButton } from './test-button.tsx'
import type { SlackChanges } from './use-slack.ts'

interface SlackWorkspaceProps {
  projectId: string
  connection: SlackConnection
  changes: SlackChanges
}

/** The workspace, the state of deliveries, and the default channel. */
export function SlackWorkspace({ projectId, connection, changes }: SlackWorkspaceProps) {
  const canWrite = useCan('slack.write')
  const [isAsking, setIsAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { team, problem, default_channel: usual } = connection
  function keep() {
    setIsAsking(false)
    opener.current?.focus()
  }
  return (
    <div className="grid gap-3 rounded-card border bg-surface p-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{team?.name}</span>
            {problem ? <Chip tone="bad">Stopped</Chip> : <Chip tone="good">Connected</Chip>}
          </h3>
          <p className="text-s text-ink-3">{describeHealth(connection)}</p>
        </div>
        {canWrite && (
          <IconButton ref={opener} label={`Disconnect ${team?.name ?? 'Slack'}`} onClick={() => setIsAsking(true)}>
            <Unplug aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {problem && (
        <Notice
          tone="warning"
          action={canWrite ? <ConnectButton changes={changes} size="s" label="Connect again" /> : undefined}
        >
          {problem.detail} Nothing has been sent since {formatMoment(problem.since)}.
        </Notice>
      )}
      {isAsking && (
        <InlineConfirm
          label={`Disconnect ${team?.name ?? 'Slack'}?`}
          action="Disconnect"
          onKeep={keep}
          onConfirm={() => disconnect(changes)}
        >
          Its channels are told nothing more and their rules go. What was told stays in Slack.
        </InlineConfirm>
      )}
      <DefaultChannel projectId={projectId} usual={usual} changes={changes} />
    </div>
  )
}

interface DefaultChannelProps {
  projectId: string
  usual: SlackConnection['default_channel']
  changes: SlackChanges
}

/** The channel for leads without a matching rule. */
function DefaultChannel({ projectId, usual, changes }: DefaultChannelProps) {
  const canWrite = useCan('slack.write')
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t pt-3">
        <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
          <h4 className="text-s font-medium text-ink-2">Default channel</h4>
          <p className="flex items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:shrink-0 [&>svg]:text-ink-3">
            {usual ? (
              <>
                <Hash aria-hidden="true" />
                <span className="min-w-0 wrap-anywhere">{usual.name}</span>
              </>
            ) : (
              'None: leads that no rule below takes are not sent.'
            )}
          </p>
          {usual && <p className="text-s text-ink-3">Hears of every new lead that no rule below takes.</p>}
        </div>
        {canWrite && (
          <div className="flex items-center gap-1">
            {usual && <TestButton channel={usual} changes={changes} icon={<Send aria-hidden="true" />} />}
            <Button size="s" onClick={() => setIsChoosing(true)}>
              {usual ? 'Change' : 'Choose a channel'}
            </Button>
          </div>
        )}
      </div>
      {usual?.problem && <Notice tone="warning">{usual.problem.detail}</Notice>}
      {isChoosing && (
        <DefaultChannelDialog
          projectId={projectId}
          current={usual}
          changes={changes}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  )
}

async function disconnect(changes: SlackChanges): Promise<void> {
  try {
    await changes.disconnect()
    showToast({ kind: 'success', message: 'Slack is disconnected.' })
  } catch (error) {
    showToast({ kind: 'error', message: `Slack was not disconnected. ${messageOf(error)}` })
  }
}

function describeHealth({ last_posted_at: last, waiting }: SlackConnection): string {
  const parts = [last === null ? 'Nothing sent yet' : `Last sent ${formatAgo(last, new Date())}`]
  if (waiting > 0) parts.push(`${formatCount(waiting, 'message')} waiting`)
  return parts.join(' · ')
}
