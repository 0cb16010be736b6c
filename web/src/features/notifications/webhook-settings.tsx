import type { Webhook, WebhookWithSecret } from '@leadlight/contract/webhooks'
import { WEBHOOKS_PER_PROJECT_MAX } from '@leadlight/domain/webhooks'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useCan } from '../../lib/current-user.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhookChanges, useWebhooks } from './use-webhooks.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookRow } from './webhook-row.tsx'

type Open =
  | { kind: 'form' | 'deliveries'; webhook: Webhook }
  | { kind: 'new' }
  | { kind: 'secret'; made: WebhookWithSecret }

/** The project's webhooks: URLs called on events. */
export function WebhookSettings({ projectId }: { projectId: string }) {
  const canRead = useCan('webhook.read')
  return (
    <section aria-labelledby="webhooks" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="webhooks" className="text-l font-semibold">
          Webhooks
        </h2>
        <p className="text-ink-2">
          Leadlight calls an address of yours when something happens here, such as a new lead. Each call is signed,
          tried again for three days, and listed with what was answered.
        </p>
      </div>
      {canRead ? (
        <Webhooks projectId={projectId} />
      ) : (
        <p className="text-ink-2">They are for members of the organization.</p>
      )}
    </section>
  )
}

function Webhooks({ projectId }: { projectId: string }) {
  const { data: webhooks, error, mutate, isValidating } = useWebhooks(projectId)
  const changes = useWebhookChanges(projectId)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  if (!webhooks && error) {
    return (
      <ErrorState title="The webhooks could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!webhooks) {
    return (
      <SkeletonGroup label="Loading the webhooks">
        <Skeleton className="h-20" />
      </SkeletonGroup>
    )
  }
  const add = (
    <Button onClick={() => setOpen({ kind: 'new' })} disabled={webhooks.length >= WEBHOOKS_PER_PROJECT_MAX}>
      <Plus aria-hidden="true" />
      Add a webhook
    </Button>
  )
  return (
    <>
      {webhooks.length === 0 ? (
        <EmptyState icon={<WebhookIcon aria-hidden="true" />} title="No webhooks yet" action={add}>
          Bring new leads to your CRM, to Zapier, Make or n8n, or to a server of your own.
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y rounded-card border bg-surface">
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                changes={changes}
                onEdit={() => setOpen({ kind: 'form', webhook })}
                onDeliveries={() => setOpen({ kind: 'deliveries', webhook })}
                onSecret={(made) => setOpen({ kind: 'secret', made })}
              />
            ))}
          </ul>
          <div>{add}</div>
        </>
      )}
      {open?.kind === 'new' && (
        <WebhookForm
          projectId={projectId}
          webhook={null}
          changes={changes}
          onClose={close}
          onAdded={(made) => setOpen({ kind: 'secret', made })}
        />
      )}
      {open?.kind === 'form' && (
        <WebhookForm projectId={projectId} webhook={open.webhook} changes={changes} onClose={close} onAdded={close} />
      )}
      {open?.kind === 'secret' && <SecretDialog made={open.made} onClose={close} />}
      {open?.kind === 'deliveries' && <DeliveriesDialog projectId={projectId} webhook={open.webhook} onClose={close} />}
    </>
  )
}
