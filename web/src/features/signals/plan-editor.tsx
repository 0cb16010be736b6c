import { ACT_WORDING, ACTS, type Act } from '@leadlight/domain/acts'
import {
  addToPlan,
  addTopicToPlan,
  isPlanEdited,
  NO_PLAN_EDITS,
  removeFromPlan,
  removeTopicFromPlan,
  type PlanEdits,
  type PlanWords,
} from '@leadlight/domain/signal-plans'
import { Sparkles } from 'lucide-react'
import { useInstance } from '../../lib/instance.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { PlanSkeleton, type BriefFieldsProps } from './plan-skeleton.tsx'
import { AddPhrase, PlanRow, RemovableChip } from './plan-parts.tsx'
import { PlanTopics } from './plan-topics.tsx'
import { PlanWho } from './plan-who.tsx'
import { usePlanByModel, useSignalPlan } from './use-signal-plan.ts'

/** A signal's plan as chips to remove and add. Edits survive a change of the sentence. */
export function PlanEditor(props: BriefFieldsProps) {
  const { projectId, text, settings, disabled, onChange } = props
  const { data, error, mutate } = useSignalPlan(projectId, text, settings)
  const edits = settings.planEdits
  if (!data) {
    if (error === undefined) return text.trim() === '' ? <Nothing /> : <PlanSkeleton />
    return (
      <p role="alert" className="text-s text-ink-2">
        The signal could not be read. {messageOf(error)}{' '}
        <button type="button" className="link" onClick={() => void mutate()}>
          Try again
        </button>
      </p>
    )
  }
  function change(next: PlanEdits) {
    onChange({ ...settings, planEdits: next })
  }
  return (
    <section aria-label="What Leadlight reads" className="grid gap-3 rounded-control bg-sunken p-3">
      <PlanWho
        key={data.plan.who}
        who={data.plan.who}
        read={data.read.who}
        disabled={disabled}
        onWho={(who) => change({ ...edits, who })}
      />
      <Doing plan={data.plan} read={data.read} edits={edits} disabled={disabled} onChange={change} />
      <PlanTopics
        topics={data.plan.topics}
        disabled={disabled}
        onAdd={(topic) => change(addTopicToPlan(edits, topic))}
        onRemove={(phrase) => change(removeTopicFromPlan(edits, phrase))}
      />
      {LISTS.map(({ list, label, add, hint }) => (
        <PlanRow key={list} label={label} hint={hint}>
          {data.plan[list].map((phrase) => (
            <RemovableChip
              key={phrase}
              disabled={disabled}
              onRemove={() => change(removeFromPlan(edits, list, phrase))}
            >
              {phrase}
            </RemovableChip>
          ))}
          {!disabled && (
            <AddPhrase label={add} onAdd={(item) => change(addToPlan(edits, list, { item, read: data.read }))} />
          )}
        </PlanRow>
      ))}
      <Foot {...props} isEdited={isPlanEdited(edits)} onReset={() => change(NO_PLAN_EDITS)} />
    </section>
  )
}

const LISTS = [
  { list: 'qualifiers', label: 'On condition', add: 'Add a condition', hint: 'read together with the sentence' },
  { list: 'exclusions', label: 'Kept out', add: 'Add words that keep a post out', hint: 'words in one sentence' },
  { list: 'searches', label: 'Searches', add: 'Add a search', hint: 'the first five are asked; monitoring asks two' },
] as const

function Nothing() {
  return <p className="text-s text-ink-3">Write a signal first; here it says what is made of it.</p>
}

interface DoingProps {
  plan: PlanWords
  read: PlanWords
  edits: PlanEdits
  disabled: boolean
  onChange: (edits: PlanEdits) => void
}

function Doing({ plan, read, edits, disabled, onChange }: DoingProps) {
  const others = ACTS.filter((act) => !plan.acts.includes(act) && act !== 'other')
  const options = others.map((act) => ({ value: act, label: ACT_WORDING[act] }))
  return (
    <PlanRow label="Doing what">
      {plan.acts.map((act) => (
        <RemovableChip key={act} disabled={disabled} onRemove={() => onChange(removeFromPlan(edits, 'acts', act))}>
          {ACT_WORDING[act]}
        </RemovableChip>
      ))}
      {!disabled && options.length > 0 && (
        <div className="w-40">
          <Select<Act>
            label="Add what they do"
            size="s"
            value={undefined}
            placeholder="Add what they do"
            options={options}
            onChange={(item) => onChange(addToPlan(edits, 'acts', { item, read }))}
          />
        </div>
      )}
    </PlanRow>
  )
}

function Foot(props: BriefFieldsProps & { isEdited: boolean; onReset: () => void }) {
  const { projectId, disabled, isEdited, onReset } = props
  const instance = useInstance()
  const model = usePlanByModel(projectId, props)
  const hasModel = instance !== undefined && instance.ai !== 'local'
  return (
    <div className="grid gap-2">
      <p className="text-s text-ink-3">
        What you add stays when the sentence changes, and what you take out stays out. The rest follows the sentence.
      </p>
      {!disabled && (isEdited || hasModel) && (
        <div className="flex flex-wrap items-center gap-2">
          {hasModel && (
            <Button size="s" busy={model.busy} onClick={() => void model.ask()}>
              {!model.busy && <Sparkles aria-hidden="true" />}
              Ask {instance.writer}
            </Button>
          )}
          {isEdited && (
            <Button size="s" onClick={onReset}>
              Back to what Leadlight read
            </Button>
          )}
          {model.note && <output className="text-s text-ink-2">{model.note}</output>}
        </div>
      )}
    </div>
  )
}
