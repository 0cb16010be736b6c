import type { SlackChannelConfig } from '@leadlight/contract/slack'
import { useState } from 'react'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { useLeadStatuses } from '../../lib/lead-statuses.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ScoreField } from '../../ui/score-field.tsx'
import { ChannelField, type ChosenChannel } from './channel-field.tsx'
import type { SlackChanges } from './use-slack.ts'

interface ChannelFormProps {
  projectId: string
  /** The rule to change; null for a new one. */
  config: SlackChannelConfig | null
  changes: SlackChanges
  onClose: () => void
}

/** The leads a channel is notified of. */
export function ChannelForm({ projectId, config, changes, onClose }: ChannelFormProps) {
  const [channel, setChannel] = useState<ChosenChannel | null>(
    config && { id: config.channel_id, name: config.channel_name },
  )
  const [isTold, setIsTold] = useState(config?.new_leads ?? true)
  const [signals, setSignals] = useState<readonly string[]>(config?.intent_signals ?? [])
  const [statuses, setStatuses] = useState<readonly string[]>(config?.statuses ?? [])
  const [minimum, setMinimum] = useState(config?.minimum_score == null ? '' : String(config.minimum_score))
  const { data: signalsNow } = useIntentSignals(projectId)
  const { data: statusesNow } = useLeadStatuses(projectId)
  const [knownSignals, knownStatuses] = [signalsNow ?? [], statusesNow ?? []]
  const { onSubmit, busy, failure } = useSubmit(async () => {
    if (!channel) return
    const body = {
      channel_id: channel.id,
      channel_name: channel.name,
      new_leads: isTold,
      // Deleted signals and statuses are not sent.
      ...(signalsNow && { intent_signals: signals.filter((id) => signalsNow.some((signal) => signal.id === id)) }),
      ...(statusesNow && { statuses: statuses.filter((id) => statusesNow.some((status) => status.id === id)) }),
      minimum_score: minimum === '' ? null : Number(minimum),
    }
    await (config ? changes.change(config.id, body) : changes.add(body))
    onClose()
  })
  const failed = failureByField(failure, {})
  const isNothing = !isTold && statuses.length === 0
  return (
    <Dialog open onOpenChange={onClose} title={config ? 'Change the rule' : 'Add a rule for a channel'}>
      <form onSubmit={onSubmit} className="grid gap-5">
        {failed.form && <Notice tone="bad">{failed.form}</Notice>}
        <ChannelField projectId={projectId} value={channel} onChange={setChannel} />
        <Choices
          legend="It hears of"
          options={[{ id: 'new', label: 'New leads' }]}
          chosen={isTold ? ['new'] : []}
          onChange={(chosen) => setIsTold(chosen.length > 0)}
        />
        <Choices
          legend="And of leads that are given one of these statuses"
          options={knownStatuses.map(({ id, name: label }) => ({ id, label }))}
          chosen={statuses}
          onChange={setStatuses}
        />
        {knownSignals.length > 1 && (
          <Choices
            legend="Only leads of these signals, or of all where none is chosen"
            options={knownSignals.map(({ id, intent_signal: label }) => ({ id, label }))}
            chosen={signals}
            onChange={setSignals}
          />
        )}
        <ScoreField label="Only leads from a score of" value={minimum} onChange={setMinimum} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!channel || isNothing}>
            {config ? 'Save' : 'Add rule'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
