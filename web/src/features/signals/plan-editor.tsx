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
import { planTrouble } from '@leadlight/domain/plan-trouble'
import { Sparkles } from 'lucide-react'
import { useInstance } from '../../lib/instance.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { PlanSkeleton, type BriefFieldsProps } from './plan-skeleton.tsx'
import { AddPhrase, JoinedChips, PlanRow } from './plan-parts.tsx'
import { PlanSearches } from './plan-searches.tsx'
import { PlanSentence } from './plan-sentence.tsx'
import { PlanTopics } from './plan-topics.tsx'
import { PlanWho } from './plan-who.tsx'
import { usePlanByModel, useSignalPlan } from './use-signal-plan.ts'

/** A signal's plan as a sentence, and as chips to remove and add. Edits survive a change of the sentence. */
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
  const trouble = planTrouble(text, data.plan)
  return (
    <section aria-label="What Leadlight reads" className="grid gap-3 rounded-control bg-sunken p-3">
      {trouble === null ? (
        <PlanSentence plan={data.plan} hasUnwanted={settings.notInterested.trim() !== ''} />
      ) : (
        <p role="alert" className="max-w-prose text-m text-bad">
          {trouble}
        </p>
      )}
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
      {LISTS.map(({ list, label, add, join, hint }) => (
        <PlanRow key={list} label={label} hint={hint}>
          <JoinedChips
            items={data.plan[list]}
            join={join}
            disabled={disabled}
            onRemove={(phrase) => change(removeFromPlan(edits, list, phrase))}
          />
          {!disabled && (
            <AddPhrase label={add} onAdd={(item) => change(addToPlan(edits, list, { item, read: data.read }))} />
          )}
        </PlanRow>
      ))}
      <PlanSearches plan={data.plan} read={data.read} edits={edits} disabled={disabled} onChange={change} />
      <Foot {...props} isEdited={isPlanEdited(edits)} onReset={() => change(NO_PLAN_EDITS)} />
    </section>
  )
}

const LISTS = [
  { list: 'qualifiers', label: 'On condition', add: 'Add a condition', join: 'and', hint: 'read together with the sentence' }, // oxfmt-ignore
  { list: 'exclusions', label: 'Kept out', add: 'Add words that keep a post out', join: 'or', hint: 'any one keeps a post out, where its words stand in one sentence' }, // oxfmt-ignore
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
    <PlanRow label="Doing what" hint={plan.acts.length > 1 ? 'any one is enough' : undefined}>
      <JoinedChips
        items={plan.acts}
        join="or"
        disabled={disabled}
        wording={(act) => ACT_WORDING[act]}
        onRemove={(act) => onChange(removeFromPlan(edits, 'acts', act))}
      />
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
