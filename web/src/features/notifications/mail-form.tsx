import type { NotificationSettings } from '@leadlight/contract/notifications'
import { MAIL_FREQUENCIES, type MailFrequency, type QuietHours } from '@leadlight/domain/notifications'
import { useState } from 'react'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { failureByField } from '../../lib/request-error.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { ScoreField } from '../../ui/score-field.tsx'
import { SignalChoices } from './lead-filter-fields.tsx'
import { useChangeMailSettings } from './use-mail-settings.ts'

const FREQUENCY_WORDS: Record<MailFrequency, string> = {
  off: 'Never',
  at_once: 'At once',
  hourly: 'Every hour',
  daily: 'Every day',
  weekly: 'Every week',
}
const FREQUENCIES = MAIL_FREQUENCIES.map((value) => ({ value, label: FREQUENCY_WORDS[value] }))
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((label, at) => ({
  value: String(at + 1),
  label,
}))
const QUIET_AT_FIRST: QuietHours = { from: '22:00', to: '07:00' }

interface MailFormProps {
  projectId: string
  settings: NotificationSettings
}

type Draft = ReturnType<typeof toDraft>

interface PartProps {
  draft: Draft
  set: (part: Partial<Draft>) => void
}

/** When mails come, and about what. */
export function MailForm({ projectId, settings }: MailFormProps) {
  // Edits lie over the saved settings, which may be refetched meanwhile.
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const draft = { ...toDraft(settings), ...edits }
  const [isSaved, setIsSaved] = useState(false)
  const change = useChangeMailSettings(projectId)
  const { data: signals } = useIntentSignals(projectId)
  const { onSubmit, busy, failure } = useSubmit(async () => {
    const { minimum, intent_signals: chosen, ...rest } = draft
    // Deleted signals are not sent.
    const intent_signals = signals ? chosen.filter((id) => signals.some((signal) => signal.id === id)) : chosen
    await change({ ...rest, intent_signals, minimum_score: minimum === '' ? null : Number(minimum) })
    setEdits({})
    setIsSaved(true)
  })
  const failed = failureByField(failure)
  function set(part: Partial<Draft>) {
    setIsSaved(false)
    setEdits((before) => ({ ...before, ...part }))
  }
  return (
    <form onSubmit={onSubmit} aria-label="Mails" className="grid gap-4">
      {failed.form && <Notice tone="bad">{failed.form}</Notice>}
      <Times draft={draft} set={set} />
      {draft.frequency !== 'off' && (
        <>
          <Quiet draft={draft} set={set} />
          <ScoreField label="Leads from a score of" value={draft.minimum} onChange={(minimum) => set({ minimum })} />
          <SignalChoices
            projectId={projectId}
            chosen={draft.intent_signals}
            onChange={(chosen) => set({ intent_signals: [...chosen] })}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        <output className="text-s text-ink-3">{isSaved && 'Saved'}</output>
      </div>
    </form>
  )
}

function Times({ draft, set }: PartProps) {
  const { frequency, digest_hour: hour, digest_weekday: weekday, time_zone: zone } = draft
  const hasHour = frequency === 'daily' || frequency === 'weekly'
  return (
    <div className="flex flex-wrap gap-4">
      <Field label="New leads by mail" className="w-40">
        {(control) => (
          <Select
            {...control}
            value={frequency}
            options={FREQUENCIES}
            onChange={(chosen) => set({ frequency: chosen })}
          />
        )}
      </Field>
      {frequency === 'weekly' && (
        <Field label="On" className="w-36">
          {(control) => (
            <Select
              {...control}
              value={String(weekday)}
              options={WEEKDAYS}
              onChange={(chosen) => set({ digest_weekday: Number(chosen) })}
            />
          )}
        </Field>
      )}
      {hasHour && (
        <Field label="At" className="w-28">
          {(control) => (
            <Select
              {...control}
              value={String(hour)}
              options={HOURS}
              onChange={(chosen) => set({ digest_hour: Number(chosen) })}
            />
          )}
        </Field>
      )}
      {frequency !== 'off' && (
        <Field label="Time zone" className="w-60 max-w-full">
          {(control) => (
            <>
              <Input
                {...control}
                required
                list="time-zones"
                maxLength={100}
                value={zone}
                onChange={(event) => set({ time_zone: event.target.value })}
                autoComplete="off"
                spellCheck={false}
              />
              <datalist id="time-zones">
                {Intl.supportedValuesOf('timeZone').map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
      )}
    </div>
  )
}

function Quiet({ draft: { quiet_hours: quiet }, set }: PartProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">Quiet hours</legend>
      <Checkbox
        checked={quiet !== null}
        onChange={(event) => set({ quiet_hours: event.target.checked ? QUIET_AT_FIRST : null })}
      >
        <span className="min-w-0">No mails in quiet hours. What is found in them comes in one mail when they end.</span>
      </Checkbox>
      {quiet && (
        <div className="flex flex-wrap gap-4 pl-6">
          {(['from', 'to'] as const).map((end) => (
            <Field key={end} label={end === 'from' ? 'From' : 'Until'} className="w-32">
              {(control) => (
                <Input
                  {...control}
                  type="time"
                  required
                  value={quiet[end]}
                  onChange={(event) => set({ quiet_hours: { ...quiet, [end]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </fieldset>
  )
}

/** The settings as form values. Before the first choice, the time zone is the browser's. */
function toDraft(settings: NotificationSettings) {
  const { frequency, minimum_score, intent_signals, quiet_hours, digest_hour, digest_weekday } = settings
  return {
    frequency,
    minimum: minimum_score === null ? '' : String(minimum_score),
    intent_signals,
    quiet_hours,
    time_zone: settings.is_default ? new Intl.DateTimeFormat().resolvedOptions().timeZone : settings.time_zone,
    digest_hour,
    digest_weekday,
  }
}
