import { useParams } from '../../lib/router/use-router.ts'
import { useProject } from '../../lib/projects.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { LoadingSettings } from './loading-settings.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The business, its description, and the purpose of its leads. */
export function BusinessSettings() {
  const { projectId = '' } = useParams()
  const { data: project, ...load } = useProject(projectId)
  if (!project) return <LoadingSettings failed={Boolean(load.error)} onRetry={() => void load.mutate()} />
  const saved = {
    name: project.business_name ?? '',
    description: project.business_description ?? '',
    purpose: project.purpose ?? '',
  }
  return (
    <SettingsForm
      projectId={projectId}
      title="Business"
      intro="What leads are judged by, and what drafts say about you."
      saved={saved}
      toChanges={({ name, description, purpose }) => ({
        business_name: name.trim() || null,
        business_description: description.trim() || null,
        purpose: purpose.trim() || null,
      })}
    >
      {({ values, set, disabled }) => (
        <>
          <Field label="Business name">
            {(control) => (
              <Input
                {...control}
                value={values.name}
                onChange={(event) => set('name', event.target.value)}
                maxLength={200}
                disabled={disabled}
              />
            )}
          </Field>
          <Field label="Business description" hint="What it offers, to whom, and what sets it apart.">
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                value={values.description}
                onChange={(event) => set('description', event.target.value)}
                maxLength={5000}
                disabled={disabled}
              />
            )}
          </Field>
          <Field
            label="Purpose"
            hint="What you want to do with the leads, such as winning customers or learning what people need."
          >
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                value={values.purpose}
                onChange={(event) => set('purpose', event.target.value)}
                maxLength={2000}
                disabled={disabled}
              />
            )}
          </Field>
        </>
      )}
    </SettingsForm>
  )
}
