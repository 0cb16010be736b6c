import type { WebhookWithSecret } from '@leadlight/contract/webhooks'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** A webhook's secret, shown only once. */
export function SecretDialog({ made, onClose }: { made: WebhookWithSecret; onClose: () => void }) {
  const until = made.old_secret_until
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="The signing secret"
      description="Keep it where your receiver finds it. It is shown this once; what is lost can only be replaced."
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2 rounded-card border bg-sunken p-3">
        <code className="min-w-0 flex-1 text-s break-all">{made.secret}</code>
        <CopyButton text={made.secret} what="the secret" />
      </div>
      <p className="text-ink-2">
        Calls carry webhook-id, webhook-timestamp and webhook-signature after Standard Webhooks. Any of its libraries
        verifies them with this secret.
      </p>
      {until !== null && (
        <p className="text-ink-2">The secret before it signs as well until {formatMoment(until)}, then no more.</p>
      )}
    </Dialog>
  )
}
