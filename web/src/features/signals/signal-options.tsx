import { isPlanEdited } from '@leadlight/domain/signal-plans'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { BriefFields } from './brief-fields.tsx'
import { Disclosure } from './disclosure.tsx'
import type { BriefFieldsProps } from './plan-skeleton.tsx'

interface SignalOptionsProps extends BriefFieldsProps {
  /** The monitoring of a saved signal. */
  children?: ReactNode
}

/** What few signals need on their first day, behind one disclosure. It begins open where something of it is in use. */
export function SignalOptions({ children, ...brief }: SignalOptionsProps) {
  const { saved, settings } = brief
  const isInUse =
    saved?.monitoring.enabled === true || settings.notInterested !== '' || isPlanEdited(settings.planEdits)
  const [isOpen, setOpen] = useState(isInUse)
  const id = useId()
  return (
    <div className="grid gap-2.5">
      <div className="flex">
        <Disclosure isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
          {saved ? 'Monitoring and more' : 'More options'}
          {!isOpen && saved?.monitoring.enabled && ` · ${saved.monitoring.state}`}
        </Disclosure>
      </div>
      {isOpen && (
        <div id={id} className="grid gap-2.5">
          <BriefFields {...brief} />
          {children}
        </div>
      )}
    </div>
  )
}
