import { useState } from 'react'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ChannelField, type ChosenChannel } from './channel-field.tsx'
import type { SlackChanges } from './use-slack.ts'

interface DefaultChannelDialogProps {
  projectId: string
  current: ChosenChannel | null
  changes: SlackChanges
  onClose: () => void
}

/** Chooses the channel for leads without a matching rule. */
export function DefaultChannelDialog({ projectId, current, changes, onClose }: DefaultChannelDialogProps) {
  const [channel, setChannel] = useState<ChosenChannel | null>(current)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    await changes.setDefault(channel)
    onClose()
  })
  const failed = failureByField(failure, {})
  return (
    <Dialog open onOpenChange={onClose} title="The default channel">
      <form onSubmit={onSubmit} className="grid gap-5">
        {failed.form && <Notice tone="bad">{failed.form}</Notice>}
        <ChannelField projectId={projectId} value={channel} onChange={setChannel} noneLabel="No channel" />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
