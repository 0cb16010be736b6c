import type { Profile, SourcedValue } from '@leadlight/contract/prospects'
import type { ReactNode } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { OutsideLink } from './outside-link.tsx'
import { provenance } from './provenance.ts'

interface Fact {
  field: string
  value: string
  source: SourcedValue['source']
  source_url: string | null
  seen_at: string
  is_shown: boolean
  profile_id?: string
  /** The words that a classification is based on. */
  why?: string | null
}

interface ProspectFactsProps {
  facts: readonly Fact[]
  /** The fields' names in display order. */
  names: readonly (readonly [field: string, name: string])[]
  profiles?: readonly Profile[]
  /** Shown at the bottom: how the facts were found. */
  children?: ReactNode
}

/** The known facts, each with its source and time; other sources' values are behind it. */
export function ProspectFacts({ facts, names, profiles = [], children }: ProspectFactsProps) {
  const rows = names.flatMap(([field, name]) => {
    const of = facts.filter((fact) => fact.field === field)
    const shown = of.find((fact) => fact.is_shown)
    return shown ? [{ field, name, shown, others: of.filter((fact) => fact.value !== shown.value) }] : []
  })
  return (
    <Card aria-label="What is known" className="px-3.25 py-3">
      <h2 className="mb-2 text-s font-semibold text-ink-2">What is known</h2>
      {rows.length === 0 && (
        <p className="text-s text-ink-3">Nothing yet beyond the posts. Public profiles are read as they are found.</p>
      )}
      <dl className="grid grid-cols-1 gap-2.5">
        {rows.map(({ field, name, shown, others }) => (
          <div key={field} className="grid grid-cols-1 gap-x-3 @min-[480px]/lead:grid-cols-[6.5rem_minmax(0,1fr)]">
            <dt className="text-s leading-5 text-ink-3">{name}</dt>
            <dd className="min-w-0">
              <FactValue fact={shown} profiles={profiles} />
              {others.length > 0 && (
                <details className="text-s">
                  <summary className="w-max cursor-pointer text-ink-3 hover:text-ink-2">
                    {formatCount(others.length, 'other value')}
                  </summary>
                  <ul className="mt-1 grid gap-1.5 border-l pl-2.5">
                    {others.map((fact) => (
                      <li key={`${fact.source} ${fact.profile_id ?? ''} ${fact.value}`}>
                        <FactValue fact={fact} profiles={profiles} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  )
}

function FactValue({ fact, profiles }: { fact: Fact; profiles: readonly Profile[] }) {
  const ofAccount = profiles.filter(({ id }) => id === fact.profile_id)
  const url = fact.source_url ?? ofAccount[0]?.url ?? null
  const words = provenance({ ...fact, source_url: url }, ofAccount.length > 0 ? ofAccount : profiles)
  return (
    <>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        <Value fact={fact} />
      </p>
      {fact.why && <p className="text-xs text-ink-3">It says: {fact.why}</p>}
      <p className="num text-xs text-ink-3">
        {url ? (
          <OutsideLink to={url} isQuiet>
            {words}
          </OutsideLink>
        ) : (
          words
        )}
      </p>
    </>
  )
}

/** Links a URL. A stranger's value becomes a link only if it is an http(s) URL. */
function Value({ fact: { field, value } }: { fact: Fact }): ReactNode {
  if (field === 'email') {
    return (
      <a href={`mailto:${value}`} className="link">
        {value}
      </a>
    )
  }
  const address = field === 'domain' ? `https://${value}` : value
  const isAddress = (field === 'website' || field === 'domain') && /^https?:\/\//iu.test(address)
  return isAddress ? <OutsideLink to={address}>{value}</OutsideLink> : value
}
