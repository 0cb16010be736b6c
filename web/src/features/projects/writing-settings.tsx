import type { Writing } from '@leadlight/contract/projects'
import { useParams } from '../../lib/router/use-router.ts'
import { useProject } from '../../lib/projects.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { LoadingSettings } from './loading-settings.tsx'
import type { Draft } from './settings-form.tsx'
import { SettingsForm } from './settings-form.tsx'
import { WritingSamples } from './writing-samples.tsx'

const TONES = ['Plain and friendly', 'Brief and technical', 'Warm, one person to another', 'Formal']

/** The writing style of drafted replies and messages. */
export function WritingSettings() {
  const { projectId = '' } = useParams()
  const { data: project, ...load } = useProject(projectId)
  if (!project) return <LoadingSettings failed={Boolean(load.error)} onRetry={() => void load.mutate()} />
  return (
    <SettingsForm
      projectId={projectId}
      title="Writing"
      intro="How drafts of replies and messages sound. A draft waits for you to read, change and send it yourself."
      saved={project.writing}
      toChanges={(writing) => ({ writing: trimmed(writing) })}
    >
      {(draft) => (
        <>
          <Tone {...draft} />
          <LongFields {...draft} />
          <WritingSamples
            samples={draft.values.samples}
            onChange={(samples) => draft.set('samples', samples)}
            disabled={draft.disabled}
          />
          <Signature {...draft} />
        </>
      )}
    </SettingsForm>
  )
}

function Tone({ values, set, disabled }: Draft<Writing>) {
  return (
    <div className="grid gap-2">
      <Field label="Tone" hint="In your own words, or one of these.">
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
      {!disabled && (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Tones to choose from</legend>
          {TONES.map((tone) => (
            <ChipButton key={tone} pressed={values.tone === tone} onClick={() => set('tone', tone)}>
              {tone}
            </ChipButton>
          ))}
        </fieldset>
      )}
    </div>
  )
}

function LongFields({ values, set, disabled }: Draft<Writing>) {
  return (
    <>
      <Field label="Language" hint="Such as English. Empty means the language of the post.">
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
      <Field label="Rules" hint="What a draft must do and must not do, one a line.">
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            value={values.rules}
            onChange={(event) => set('rules', event.target.value)}
            maxLength={3000}
            placeholder={'Say that you work here.\nName no prices.\nAnswer the question before anything else.'}
            disabled={disabled}
          />
        )}
      </Field>
    </>
  )
}

function Signature({ values, set, disabled }: Draft<Writing>) {
  return (
    <Field label="Signature" hint="Put under direct messages. Replies in public go without one.">
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          value={values.signature}
          onChange={(event) => set('signature', event.target.value)}
          maxLength={500}
          placeholder={'Rosa Klein\nnetscope.example'}
          disabled={disabled}
        />
      )}
    </Field>
  )
}

/** The settings without surrounding white space and empty samples. */
function trimmed({ tone, language, rules, samples, signature }: Writing): Writing {
  return {
    tone: tone.trim(),
    language: language.trim(),
    rules: rules.trim(),
    samples: samples.map((sample) => sample.trim()).filter(Boolean),
    signature: signature.trim(),
  }
}
