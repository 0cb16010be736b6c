import type { Lead } from '@leadlight/contract/leads'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useIntentSignals } from '../../lib/intent-signals.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover.tsx'
import type { Inbox } from './use-lead-inbox.ts'
import { useLeadWork } from './use-lead-work.ts'

/** Corrects which of the project's signals the lead matches. */
export function CorrectSignals({ inbox, lead }: { inbox: Inbox; lead: Lead }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="quiet" size="s">
          <Pencil aria-hidden="true" />
          Correct
        </Button>
      </PopoverTrigger>
      <PopoverContent label="Signals this lead matches" align="end" className="w-84">
        <SignalChoice inbox={inbox} lead={lead} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  )
}

function SignalChoice({ inbox, lead, onDone }: { inbox: Inbox; lead: Lead; onDone: () => void }) {
  const { correctSignals } = useLeadWork(inbox, lead)
  const { data: signals = [], error } = useIntentSignals(lead.project_id)
  const [chosen, setChosen] = useState(() => new Set(lead.intent_signals.map(({ id }) => id)))
  // A deleted signal still counts as a match of this lead.
  const deleted = lead.intent_signals.filter(({ id }) => !signals.some((signal) => signal.id === id))
  const offered = [...deleted, ...signals]
  const isSame = chosen.size === lead.intent_signals.length && lead.intent_signals.every(({ id }) => chosen.has(id))
  function toggle(id: string) {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  function save() {
    if (!isSame) correctSignals(offered.filter(({ id }) => chosen.has(id)))
    onDone()
  }
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <h3 className="font-semibold">Signals this lead matches</h3>
        <p className="text-s text-ink-3">Later searches keep to what you say here.</p>
      </div>
      {error !== undefined && <p className="text-s text-bad">The other signals could not be loaded.</p>}
      <div className="grid gap-2">
        {offered.map(({ id, intent_signal }) => (
          <Checkbox key={id} checked={chosen.has(id)} onChange={() => toggle(id)} className="items-start">
            <span className="min-w-0 wrap-anywhere">{intent_signal}</span>
          </Checkbox>
        ))}
      </div>
      <Button variant="primary" size="s" className="justify-self-start" onClick={save}>
        Keep
      </Button>
    </div>
  )
}
