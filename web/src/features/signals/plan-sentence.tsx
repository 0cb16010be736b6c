import { ACT_WORDING_OF_POSTS } from '@leadlight/domain/acts'
import type { PlanWords } from '@leadlight/domain/signal-plans'
import { Fragment } from 'react'
import type { ReactNode } from 'react'

/** A plan as one sentence, with the words that say how its parts combine. It is read out again when it changes. */
export function PlanSentence({ plan, hasUnwanted }: { plan: PlanWords; hasUnwanted: boolean }) {
  const { who, acts, topics, qualifiers, exclusions } = plan
  return (
    <div className="grid gap-1">
      <p aria-live="polite" aria-atomic="true" className="max-w-prose text-m wrap-anywhere text-ink">
        Posts by {strong(who === '' ? 'anyone' : inSentence(who))}
        {acts.length > 0 && (
          <>
            {' '}
            that{' '}
            {joined(
              acts.map((act) => strong(ACT_WORDING_OF_POSTS[act])),
              'or',
            )}
          </>
        )}
        {topics.length > 0 && <> about {joined(topics.map(topicOf), 'or')}</>}
        {qualifiers.length > 0 && <>, {joined(qualifiers.map(strong), 'and')}</>}
        {exclusions.length > 0 && <>, and without the words {joined(exclusions.map(strong), 'or')}</>}.
      </p>
      <p className="text-s text-ink-2">
        {exclusions.length > 0 ? 'Only the words kept out are a must. ' : 'None of it is a must. '}
        The more of it a post says, and the nearer it comes in meaning, the higher it scores.
        {hasUnwanted && ' What you are not interested in lowers a post that comes near it.'}
      </p>
    </div>
  )
}

/** The capital of a sentence's start goes; that of a name stays, as in `Notion users`. */
function inSentence(who: string): string {
  const mayBeNamed = /^.+\p{Lu}|^\S+ (?:users?|customers?|members?)\b|^\S*[\d.+#]/u.test(who)
  return mayBeNamed ? who : who.charAt(0).toLowerCase() + who.slice(1)
}

function topicOf([first = '', ...others]: readonly string[]): ReactNode {
  if (others.length === 0) return strong(first)
  return (
    <>
      {strong(first)} (also called {joined(others.map(strong), 'or')})
    </>
  )
}

function strong(phrase: string): ReactNode {
  return <strong className="font-semibold">{phrase}</strong>
}

/** `A, B or C`. */
function joined(parts: readonly ReactNode[], last: 'and' | 'or'): ReactNode {
  return parts.map((part, at) => (
    // The parts have no names of their own, and their order is theirs.
    <Fragment key={at}>
      {at > 0 && (at === parts.length - 1 ? ` ${last} ` : ', ')}
      {part}
    </Fragment>
  ))
}
