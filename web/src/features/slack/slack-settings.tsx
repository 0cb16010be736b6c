import type { SlackConnection } from '@leadlight/contract/slack'
import { MessagesSquare } from 'lucide-react'
import { useCan } from '../../lib/current-user.ts'
import { useInstance } from '../../lib/instance.ts'
import { messageOf } from '../../lib/request-error.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { ConnectButton } from './connect-button.tsx'
import { SlackChannels } from './slack-channels.tsx'
import { SlackWorkspace } from './slack-workspace.tsx'
import { useSlackChanges, useSlackConnection, type SlackChanges } from './use-slack.ts'

/** The project's Slack connection: its channels and its state. */
export function SlackSettings({ projectId }: { projectId: string }) {
  const canRead = useCan('slack.read')
  const instance = useInstance()
  return (
    <section aria-labelledby="slack" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="slack" className="text-l font-semibold">
          Slack
        </h2>
        <p className="text-ink-2">
          New leads come to your channels with the words that prove them, and can be marked as read and given a status
          there.
        </p>
      </div>
      {!canRead && <p className="text-ink-2">It is for members of the organization.</p>}
      {canRead && instance?.slack === false && (
        <p className="text-ink-2">
          This installation is not registered at Slack yet. Whoever runs it finds how in its documentation.
        </p>
      )}
      {canRead && instance?.slack !== false && <Slack projectId={projectId} />}
    </section>
  )
}

function Slack({ projectId }: { projectId: string }) {
  const { data: connection, error, mutate, isValidating } = useSlackConnection(projectId)
  const changes = useSlackChanges(projectId)
  if (!connection && error) {
    return (
      <ErrorState title="Slack’s settings could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!connection) {
    return (
      <SkeletonGroup label="Loading Slack’s settings">
        <Skeleton className="h-20" />
      </SkeletonGroup>
    )
  }
  if (!connection.connected) return <NotConnected changes={changes} />
  return <Connected projectId={projectId} connection={connection} changes={changes} />
}

function NotConnected({ changes }: { changes: SlackChanges }) {
  const canWrite = useCan('slack.write')
  return (
    <EmptyState
      icon={<MessagesSquare aria-hidden="true" />}
      title="Not connected with Slack"
      action={canWrite ? <ConnectButton changes={changes} variant="primary" label="Connect Slack" /> : undefined}
    >
      Allow Leadlight in your workspace, then choose which channels hear of which leads.
    </EmptyState>
  )
}

interface ConnectedProps {
  projectId: string
  connection: SlackConnection
  changes: SlackChanges
}

function Connected({ projectId, connection, changes }: ConnectedProps) {
  return (
    <>
      <SlackWorkspace projectId={projectId} connection={connection} changes={changes} />
      <SlackChannels projectId={projectId} changes={changes} />
    </>
  )
}
