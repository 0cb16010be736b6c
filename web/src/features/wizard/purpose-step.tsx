import type { Project } from '@leadlight/contract/projects'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { classNames } from '../../ui/class-names.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { profileDrafts } from './business-proposal.ts'
import type { Purpose } from './purposes.ts'
import { PURPOSES, readPurpose, writePurpose } from './purposes.ts'
import { StepForm } from './step-form.tsx'
import { useSaveStep } from './use-save-step.ts'
import { useWizardProject } from './use-wizard-project.ts'

/** The contract's limit of 2,000, less what the cards take. */
const OWN_CHARACTERS_MAX = 1400

/** Step 3: the purpose of the leads, by cards and in the user's own words. */
export function PurposeStep() {
  const project = useWizardProject()
  return project && <PurposeForm key={project.id} project={project} />
}

function PurposeForm({ project }: { project: Project }) {
  const draft = useDraft(profileDrafts.purpose(project.id), project.purpose ?? '')
  const [own, setOwn] = useState(() => readPurpose(draft.value).own)
  const [isChecked, setChecked] = useState(false)
  const { busy, isUnsaved, save } = useSaveStep(project.id, 'step-4')
  const { chosen } = readPurpose(draft.value)
  const purpose = writePurpose({ chosen, own })

  function toggle(text: string) {
    const next = chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text]
    draft.set(writePurpose({ chosen: next, own }))
  }
  function submit() {
    setChecked(true)
    if (purpose) void save({ purpose }, draft.clear)
  }
  return (
    <StepForm
      title="How do you want to use Leadlight"
      intro="Choose what fits, and say the rest in your own words."
      backTo={`/projects/new/${project.id}/step-2`}
      busy={busy}
      isUnsaved={isUnsaved}
      onSubmit={submit}
    >
      <fieldset className="grid gap-2.5 sm:grid-cols-2 xl:grid-cols-4">
        <legend className="sr-only">Purposes</legend>
        {PURPOSES.map((one) => (
          <PurposeCard key={one.title} purpose={one} isChosen={chosen.includes(one.text)} onToggle={toggle} />
        ))}
      </fieldset>
      <Field
        label="In your own words"
        hint="Optional, such as whom you would rather not talk to."
        error={isChecked && !purpose ? 'Choose a purpose, or write one.' : null}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={OWN_CHARACTERS_MAX}
            value={own}
            onChange={(event) => {
              setOwn(event.target.value)
              draft.set(writePurpose({ chosen, own: event.target.value }))
            }}
          />
        )}
      </Field>
    </StepForm>
  )
}

interface PurposeCardProps {
  purpose: Purpose
  isChosen: boolean
  onToggle: (text: string) => void
}

function PurposeCard({ purpose, isChosen, onToggle }: PurposeCardProps) {
  return (
    <label
      className={classNames(
        'relative grid cursor-pointer content-start gap-0.5 rounded-card border bg-surface py-3 pr-9 pl-3.5 transition-colors ' +
          'hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        isChosen ? 'border-accent shadow-[0_0_0_1px_var(--accent)]' : 'border-line-strong',
      )}
    >
      <input type="checkbox" className="sr-only" checked={isChosen} onChange={() => onToggle(purpose.text)} />
      <span className="font-semibold">{purpose.title}</span>
      <span className="text-s text-pretty text-ink-2">{purpose.text}</span>
      {isChosen && <Check aria-hidden="true" className="absolute top-3 right-3 size-4 text-accent" />}
    </label>
  )
}
