import { NOT_INTERESTED_CHARACTERS_MAX, isPlanEdited } from '@leadlight/domain/signal-plans'
import { lazy, Suspense, useId, useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { CONTROL } from '../../ui/input.tsx'
import { Disclosure } from './disclosure.tsx'
import { PlanSkeleton, type BriefFieldsProps } from './plan-skeleton.tsx'

const PlanEditor = lazy(async () => ({ default: (await import('./plan-editor.tsx')).PlanEditor }))

/** A signal's fields beside its sentence: what is not wanted and, where it has no other place, the plan read from it all. */
export function BriefFields({ hasPlan = true, ...props }: BriefFieldsProps & { hasPlan?: boolean | undefined }) {
  const { settings, disabled, onChange } = props
  const [hasNegative, setNegative] = useState(settings.notInterested !== '')
  const [isPlanOpen, setPlanOpen] = useState(false)
  const negativeId = useId()
  const planId = useId()
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
        {(!disabled || settings.notInterested !== '') && (
          <Disclosure isOpen={hasNegative} controls={negativeId} onToggle={() => setNegative(!hasNegative)}>
            Not interested in{settings.notInterested !== '' && !hasNegative && `: ${settings.notInterested}`}
          </Disclosure>
        )}
        {hasPlan && (
          <Disclosure isOpen={isPlanOpen} controls={planId} onToggle={() => setPlanOpen(!isPlanOpen)}>
            What Leadlight reads{isPlanEdited(settings.planEdits) && ' · changed by hand'}
          </Disclosure>
        )}
      </div>
      {hasNegative && (
        <div id={negativeId}>
          <textarea
            aria-label="Not interested in"
            rows={1}
            value={settings.notInterested}
            maxLength={NOT_INTERESTED_CHARACTERS_MAX}
            readOnly={disabled}
            placeholder="Job ads, students doing homework, agencies advertising their services"
            onChange={(event) => onChange({ ...settings, notInterested: event.target.value })}
            className={classNames(CONTROL, 'field-sizing-content resize-none px-2.5 py-1.5')}
          />
        </div>
      )}
      {isPlanOpen && (
        <div id={planId}>
          <Suspense fallback={<PlanSkeleton />}>
            <PlanEditor {...props} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
