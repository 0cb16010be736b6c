import type { Project } from '@leadlight/contract/projects'
import { hasBusinessProfile, isNamedByDefault, PROJECT_NAME_CHARACTERS_MAX } from '@leadlight/domain/projects'
import { useState } from 'react'
import { useDraft } from '../../lib/draft.ts'
import { formatWebsite } from '../../lib/format.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { clearProposalSource, findProposalSource, profileDrafts } from './business-proposal.ts'
import { StepAside } from './step-aside.tsx'
import { StepForm } from './step-form.tsx'
import { useSaveStep } from './use-save-step.ts'
import { useWizardProject } from './use-wizard-project.ts'

const USES = [
  'Whom to look for is suggested from what you offer and to whom.',
  'Name those you are compared with: people who want to leave them are worth an answer.',
  'Drafts of replies say of your business what stands here.',
]

/** Step 2: the business's profile as its website describes it, for the user to correct. */
export function BusinessStep() {
  const project = useWizardProject()
  return project && <BusinessForm key={project.id} project={project} />
}

function BusinessForm({ project }: { project: Project }) {
  const name = useDraft(profileDrafts.name(project.id), project.business_name ?? '')
  const description = useDraft(profileDrafts.description(project.id), project.business_description ?? '')
  const [isChecked, setChecked] = useState(false)
  const { busy, isUnsaved, save } = useSaveStep(project.id, 'step-3')
  const source = findProposalSource(project.id)
  const profile = { business_name: name.value.trim(), business_description: description.value.trim() }

  function submit() {
    setChecked(true)
    if (!hasBusinessProfile(profile)) return
    const named = { name: profile.business_name.slice(0, PROJECT_NAME_CHARACTERS_MAX) }
    void save({ ...profile, ...(isNamedByDefault(project) ? named : {}) }, () => {
      name.clear()
      description.clear()
      clearProposalSource(project.id)
    })
  }
  return (
    <StepForm
      title="Describe your business"
      intro={
        source
          ? `This is what ${formatWebsite(source)} says. Correct what is wrong: leads are judged by it.`
          : 'Leads are judged by this, so plain words work best.'
      }
      backTo={`/projects/new/${project.id}/step-1`}
      busy={busy}
      isUnsaved={isUnsaved}
      onSubmit={submit}
      aside={<StepAside title="What it is for" points={USES} />}
    >
      <Field label="Business name" error={isChecked && !profile.business_name ? 'Enter a name.' : null}>
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={name.value}
            autoComplete="organization"
            onChange={(event) => name.set(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Business description"
        hint="What you offer, to whom, and what sets it apart."
        error={isChecked && !profile.business_description ? 'Say in a sentence or two what the business does.' : null}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={7}
            maxLength={5000}
            value={description.value}
            onChange={(event) => description.set(event.target.value)}
          />
        )}
      </Field>
    </StepForm>
  )
}
