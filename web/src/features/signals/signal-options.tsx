import { isPlanEdited } from '@leadlight/domain/signal-plans'
import { useId, useState } from 'react'
import { BriefFields } from './brief-fields.tsx'
import { Disclosure } from './disclosure.tsx'
import type { BriefFieldsProps } from './plan-skeleton.tsx'

/** What few signals need on their first day, behind one disclosure. It begins open where something of it is in use. */
export function SignalOptions(brief: BriefFieldsProps) {
  const { settings } = brief
  const isInUse = settings.notInterested !== '' || isPlanEdited(settings.planEdits)
  const [isOpen, setOpen] = useState(isInUse)
  const id = useId()
  return (
    <div className="grid gap-2.5">
      <div className="flex">
        <Disclosure isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
          More options
        </Disclosure>
      </div>
      {isOpen && (
        <div id={id}>
          <BriefFields {...brief} />
        </div>
      )}
    </div>
  )
}
