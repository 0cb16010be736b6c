import { useParams } from '../../lib/router/use-router.ts'
import { useProject } from '../../lib/projects.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { GuestAccess } from './guest-access.tsx'
import { HandOver } from './hand-over.tsx'
import { LeadOrganizing } from './lead-organizing.tsx'
import { LoadingSettings } from './loading-settings.tsx'
import { SettingsForm } from './settings-form.tsx'

/** The project's name and website, what its leads are worked with, who else sees it, and handing it over. */
export function GeneralSettings() {
  const { projectId = '' } = useParams()
  const { data: project, ...load } = useProject(projectId)
  if (!project) return <LoadingSettings failed={Boolean(load.error)} onRetry={() => void load.mutate()} />
  return (
    <div className="grid gap-8">
      <SettingsForm
        projectId={projectId}
        title="General"
        saved={{ name: project.name, website: project.website ?? '' }}
        toChanges={({ name, website }) => ({ name: name.trim(), website: website.trim() || null })}
      >
        {({ values, set, disabled, refusal }) => (
          <>
            <Field label="Project name">
              {(control) => (
                <Input
                  {...control}
                  value={values.name}
                  onChange={(event) => set('name', event.target.value)}
                  maxLength={100}
                  required
                  disabled={disabled}
                />
              )}
            </Field>
            <Field
              label="Website"
              hint="The address of the business, such as example.com."
              error={refusal('website_invalid')}
            >
              {(control) => (
                <Input
                  {...control}
                  value={values.website}
                  onChange={(event) => set('website', event.target.value)}
                  inputMode="url"
                  autoComplete="url"
                  maxLength={2000}
                  disabled={disabled}
                />
              )}
            </Field>
          </>
        )}
      </SettingsForm>
      <LeadOrganizing projectId={projectId} />
      <GuestAccess projectId={projectId} />
      <HandOver project={project} />
    </div>
  )
}
