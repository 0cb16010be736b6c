import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { listWebhookDeliveries, Webhook, WebhookDelivery } from '@leadlight/contract/webhooks'
import { History } from 'lucide-react'
import { useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { DeliveryRow } from './delivery-row.tsx'

type Page = ReplyOf<typeof listWebhookDeliveries>

const ALL = 'all'
const STATES = [
  { value: ALL, label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
]

interface DeliveriesDialogProps {
  projectId: string
  webhook: Webhook
  onClose: () => void
}

/** A webhook's deliveries of the last 30 days with their responses; each can be sent again. */
export function DeliveriesDialog({ projectId, webhook, onClose }: DeliveriesDialogProps) {
  const [state, setState] = useState(ALL)
  const params = { projectId, id: webhook.id }
  const log = useDeliveries(params, state)
  async function replay(delivery: WebhookDelivery) {
    try {
      await call(calls.replayWebhookDelivery, { params: { ...params, deliveryId: delivery.id } })
      showToast({ kind: 'success', message: 'It is sent again, under the same message id.' })
      await log.mutate()
    } catch (error) {
      showToast({ kind: 'error', message: `It was not sent again. ${messageOf(error)}` })
    }
  }
  const deliveries = log.data?.flatMap((page) => page.items)
  return (
    <Dialog
      open
      size="l"
      onOpenChange={onClose}
      title={`Deliveries of ${webhook.name === '' ? new URL(webhook.url).host : webhook.name}`}
      description="What was sent in the last 30 days and how it was answered, newest first."
    >
      <Select label="Which" value={state} options={STATES} onChange={setState} className="max-w-50" />
      {!deliveries && log.error ? (
        <ErrorState
          title="The deliveries could not be loaded"
          onRetry={() => void log.mutate()}
          retrying={log.isValidating}
        >
          {messageOf(log.error)}
        </ErrorState>
      ) : !deliveries ? (
        <SkeletonGroup label="Loading the deliveries" className="grid gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </SkeletonGroup>
      ) : deliveries.length === 0 ? (
        <EmptyState icon={<History aria-hidden="true" />} title="Nothing here">
          {state === ALL
            ? 'Nothing has been sent yet. The test sends a first message.'
            : 'No delivery is in this state.'}
        </EmptyState>
      ) : (
        <ul className="divide-y rounded-card border">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} canReplay={webhook.on} onReplay={replay} />
          ))}
        </ul>
      )}
      {log.data?.at(-1)?.next_cursor && (
        <Button
          className="justify-self-center"
          busy={log.isValidating}
          onClick={() => void log.setSize((size) => size + 1)}
        >
          Show older
        </Button>
      )}
    </Dialog>
  )
}

function useDeliveries(params: { projectId: string; id: string }, state: string) {
  const filter = state === ALL ? {} : { state: state as WebhookDelivery['state'] }
  return useSWRInfinite<Page, unknown>(
    (_, before: Page | null) =>
      before && before.next_cursor === null
        ? null
        : keys.webhookDeliveries(params.id, {
            ...filter,
            ...(before?.next_cursor ? { cursor: before.next_cursor } : {}),
          }),
    ([, , query]: readonly [string, string, object]) => call(calls.listWebhookDeliveries, { params, query }),
    { revalidateFirstPage: true },
  )
}
