import type { Writing } from '@leadlight/contract/projects'
import { useParams } from 'react-router'
import { useProject } from '../../lib/projects.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { LoadingSettings } from './loading-settings.tsx'
import type { Draft } from './settings-form.tsx'
import { SettingsForm } from './settings-form.tsx'

const SAMPLES_MAX = 5

type Values = Omit<Writing, 'samples'> & Record<`sample${number}`, string>

/** How drafts of replies and messages are to sound. */
export function WritingSettings() {
  const { projectId = '' } = useParams()
  const { data: project, ...load } = useProject(projectId)
  if (!project) return <LoadingSettings failed={Boolean(load.error)} onRetry={() => void load.mutate()} />
  return (
    <SettingsForm
      projectId={projectId}
      title="Writing"
      saved={toValues(project.writing)}
      toChanges={(values) => ({ writing: toWriting(values) })}
    >
      {(draft) => (
        <>
          <ShortFields {...draft} />
          <Field
            label="Rules"
            hint="What a draft must do and must not: say that you work there, name no prices, ask before you pitch."
          >
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                value={draft.values.rules}
                onChange={(event) => draft.set('rules', event.target.value)}
                maxLength={3000}
                disabled={draft.disabled}
              />
            )}
          </Field>
          <Samples {...draft} />
          <Field label="Signature" hint="Put under direct messages.">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                value={draft.values.signature}
                onChange={(event) => draft.set('signature', event.target.value)}
                maxLength={500}
                disabled={draft.disabled}
              />
            )}
          </Field>
        </>
      )}
    </SettingsForm>
  )
}

function ShortFields({ values, set, disabled }: Draft<Values>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Tone" hint="Such as plain and friendly, or brief and technical.">
        {(control) => (
          <Input
            {...control}
            value={values.tone}
            onChange={(event) => set('tone', event.target.value)}
            maxLength={200}
            disabled={disabled}
          />
        )}
      </Field>
      <Field label="Language" hint="Empty means the language of the post.">
        {(control) => (
          <Input
            {...control}
            value={values.language}
            onChange={(event) => set('language', event.target.value)}
            maxLength={60}
            disabled={disabled}
          />
        )}
      </Field>
    </div>
  )
}

/** As many fields as there are samples, and an empty one for the next. */
function Samples({ values, set, disabled }: Draft<Values>) {
  const filled = sampleNames.filter((name) => values[name] !== '').length
  const shown = sampleNames.slice(0, Math.min(SAMPLES_MAX, filled + 1))
  return (
    <fieldset className="grid gap-3">
      <legend className="text-s font-medium text-ink-2">Samples of your own writing</legend>
      {shown.map((name, index) => (
        <Textarea
          key={name}
          aria-label={`Sample ${index + 1}`}
          placeholder={index === 0 ? 'An answer you once gave and liked' : 'Another one'}
          rows={3}
          value={values[name]}
          onChange={(event) => set(name, event.target.value)}
          maxLength={3000}
          disabled={disabled}
        />
      ))}
    </fieldset>
  )
}

const sampleNames = Array.from({ length: SAMPLES_MAX }, (_, index) => `sample${index}` as const)

function toValues({ samples, ...rest }: Writing): Values {
  return { ...rest, ...Object.fromEntries(sampleNames.map((name, index) => [name, samples[index] ?? ''])) }
}

function toWriting({ tone, language, rules, signature, ...samples }: Values): Writing {
  return {
    tone: tone.trim(),
    language: language.trim(),
    rules: rules.trim(),
    signature: signature.trim(),
    samples: sampleNames.map((name) => (samples[name] ?? '').trim()).filter(Boolean),
  }
}
