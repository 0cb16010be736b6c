import { useIntentSignals } from '../../lib/intent-signals.ts'
import { Choices } from '../../ui/choices.tsx'

interface SignalChoicesProps {
  projectId: string
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

/** The signals whose leads are reported; shown if there is more than one. */
export function SignalChoices({ projectId, chosen, onChange }: SignalChoicesProps) {
  const { data: signals = [] } = useIntentSignals(projectId)
  if (signals.length < 2) return null
  const options = signals.map(({ id, intent_signal: label }) => ({ id, label }))
  return <Choices legend="Leads of these signals, or of all where none is chosen" {...{ options, chosen, onChange }} />
}
