import type { IntentSignal } from '@leadlight/contract/signals'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../lib/format.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Chip } from '../../ui/chip.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { HAS_PANEL_BESIDE } from './backtest-on-demand.tsx'
import type { OpenPeriod } from './search-period.ts'
import { SignalForm, UnsavedChange } from './signal-form.tsx'
import type { PanelRequest } from './use-active-signal.ts'
import type { SignalAnswers } from './use-answers.ts'
import type { SaveBeforeLeaving } from './use-save-before-leaving.ts'
import { useSignalCard } from './use-signal-card.ts'

interface SignalCardProps {
  projectId: string
  signal: IntentSignal
  answers: SignalAnswers
  isActive: boolean
  /** Whether it was just added, and comes into view. */
  isAdded: boolean
  canWrite: boolean
  onActive: (request: PanelRequest) => void
  /** Its period as long as it may be widened; undefined if somebody chose its own. */
  openPeriod: OpenPeriod | undefined
  onPeriodChosen: () => void
  onRemove: (signal: IntentSignal) => void
  saveBeforeLeaving: SaveBeforeLeaving
}

/**
 * A saved signal among others. New words are a draft until saved; days and budget apply at once. Posts are judged again
 * only for a price that was shown.
 */
export function SignalCard(props: SignalCardProps) {
  const { signal, isAdded, canWrite, onRemove } = props
  const card = useSignalCard(props)
  const hasPanelBeside = useMedia(HAS_PANEL_BESIDE)
  const root = useRef<HTMLDivElement>(null)
  const comesIntoView = isAdded && !hasPanelBeside
  useEffect(() => {
    // A suggestion stands below the preview, which would otherwise grow out of sight.
    if (comesIntoView) root.current?.scrollIntoView()
  }, [comesIntoView])
  return (
    <div ref={root} className="min-w-0 scroll-mt-4">
      <SignalForm
        {...props}
        card={card}
        trailing={<Trailing leads={signal.lead_count} onRemove={canWrite ? () => onRemove(signal) : undefined} />}
      >
        {card.isChanged && (
          <div className="border-t border-dashed border-line-strong pt-2.5">
            <UnsavedChange card={card} />
          </div>
        )}
      </SignalForm>
    </div>
  )
}

function Trailing({ leads, onRemove }: { leads: number; onRemove: (() => void) | undefined }) {
  return (
    <>
      {leads > 0 && <Chip tone="good">{formatCount(leads, 'lead')}</Chip>}
      {onRemove && (
        <IconButton label="Delete this signal" size="s" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </>
  )
}
