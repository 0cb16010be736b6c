import { CONDITION_STATES, type ConditionState } from '@leadlight/domain/conditions'

/** What readers said of a condition, and what the engine says. */
export interface Answer {
  read: ConditionState
  said: ConditionState
}

export interface Share {
  precision: number
  recall: number
}

/** How often each answer of the readers met each of the engine, in the order of the states. 0 stands for none at all. */
export function tabulate(answers: readonly Answer[]): {
  rows: { read: ConditionState; counts: number[] }[]
  notMet: Share
  met: Share
} {
  const count = (has: (answer: Answer) => boolean): number => answers.filter(has).length
  const rows = CONDITION_STATES.map((read) => ({
    read,
    counts: CONDITION_STATES.map((said) => count((answer) => answer.read === read && answer.said === said)),
  }))
  const share = (state: ConditionState): Share => {
    const right = count(({ read, said }) => read === state && said === state)
    return {
      precision:
        right /
        Math.max(
          1,
          count(({ said }) => said === state),
        ),
      recall:
        right /
        Math.max(
          1,
          count(({ read }) => read === state),
        ),
    }
  }
  return { rows, notMet: share('not_met'), met: share('met') }
}
