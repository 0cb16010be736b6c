import type { Filters } from '@leadlight/domain/filters'
import { FILTER_TEXT_MAX, namesOfKind } from '@leadlight/domain/filters'
import { toggled } from './choices.ts'
import { CheckLine, Group } from './filter-group.tsx'
import type { FilterState, States } from './filter-state.ts'
import type { FilterList, Words } from './filter-words.ts'
import { TextOperatorField } from './text-operator-field.tsx'

// Words and state of a name are of the same kind, which the compiler cannot tell for a generic list.
interface FieldsProps<Of extends Filters> {
  list: FilterList<Of>
  state: FilterState<Of>
  onChange: (change: Partial<FilterState<Of>>) => void
  /** How many rows match a choice; left out if they are not counted. */
  countOf?: (name: keyof Of, choice: string | boolean) => string | null
}

/** The on/off filters of a list; renders nothing if there are none, like the components below. */
export function FlagFields<Of extends Filters>({ list, state, onChange, countOf }: FieldsProps<Of>) {
  const flags = flagsOf(list)
  if (flags.length === 0) return null
  return (
    <Group title="Show">
      {flags.map(({ name, when, box, off }) => (
        <CheckLine
          key={box}
          checked={state[name] === when}
          onChange={(on) => onChange(changeOf<Of>(name, on ? when : off))}
          count={countOf?.(name, when) ?? null}
        >
          {box}
        </CheckLine>
      ))}
    </Group>
  )
}

/** The filters of a list by a few fixed choices, each in a group of its own; left out while no row has any of them. */
export function ChoiceFields<Of extends Filters>({ list, state, onChange, countOf }: FieldsProps<Of>) {
  return namesOfKind(list.filters, 'choices').map((name) => {
    const { title, choices } = list.words[name] as Words['choices']
    const chosen = state[name] as States['choices']
    if (chosen.length === 0 && Object.keys(choices).every((choice) => countOf?.(name, choice) === '0')) return null
    return (
      <Group key={name} title={title}>
        {Object.entries(choices).map(([choice, { box }]) => (
          <CheckLine
            key={choice}
            checked={chosen.includes(choice)}
            onChange={(on) => onChange(changeOf<Of>(name, toggled(chosen, choice, on)))}
            count={countOf?.(name, choice) ?? null}
          >
            {box}
          </CheckLine>
        ))}
      </Group>
    )
  })
}

/** The text filters of a list with an operator. */
export function ConditionFields<Of extends Filters>({ list, state, onChange }: FieldsProps<Of>) {
  const names = namesOfKind(list.filters, 'condition')
  if (names.length === 0) return null
  return (
    <Group title="What is known">
      {names.map((name) => (
        <TextOperatorField
          key={name}
          name={list.words[name] as Words['condition']}
          condition={state[name] as States['condition']}
          maxLength={FILTER_TEXT_MAX}
          onChange={(condition) => onChange(changeOf<Of>(name, condition))}
        />
      ))}
    </Group>
  )
}

interface FlagField<Of extends Filters> {
  name: keyof Of
  /** The filter's state when the box is ticked, and when it is not. */
  when: boolean
  off: boolean | null
  box: string
}

function flagsOf<Of extends Filters>({ filters, words }: FilterList<Of>): FlagField<Of>[] {
  return namesOfKind(filters, 'flag', 'only').flatMap((name): FlagField<Of>[] => {
    const said = words[name] as Words['flag' | 'only']
    if ('box' in said) return [{ name, when: true, off: false, box: said.box }]
    return [
      { name, when: true, off: null, box: said.yes.box },
      { name, when: false, off: null, box: said.no.box },
    ]
  })
}

function changeOf<Of extends Filters>(name: keyof Of, state: unknown): Partial<FilterState<Of>> {
  return { [name]: state } as Partial<FilterState<Of>>
}
