import type { Company, CompanyRow, Employee } from '@leadlight/contract/prospects'
import { PEOPLE_SHOWN_MAX } from '@leadlight/domain/prospects'
import { lazy, Suspense } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useSWRConfig } from 'swr'
import { formatCount } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { useArticle } from '../../lib/use-article.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { OutsideLink } from './outside-link.tsx'
import { ProspectFacts } from './prospect-facts.tsx'
import { ProspectHeader } from './prospect-header.tsx'
import { personPath } from './prospect-paths.ts'
import { provenance } from './provenance.ts'
import { Timeline } from './timeline.tsx'
import type { Prospects } from './use-prospects.ts'

const CompanyLinks = lazy(async () => ({ default: (await import('./company-links.tsx')).CompanyLinks }))
const CompanyWebsite = lazy(async () => ({ default: (await import('./company-website.tsx')).CompanyWebsite }))

const FACTS = [
  ['name', 'Name'],
  ['domain', 'Domain'],
  ['industry', 'Industry'],
  ['location', 'Location'],
  ['employees', 'Employees'],
  ['description', 'About'],
] as const

interface CompanyArticleProps {
  prospects: Prospects<CompanyRow>
  company: Company
}

/** One company: the known facts with their sources, its people, and their posts. */
export function CompanyArticle({ prospects, company }: CompanyArticleProps) {
  const article = useArticle()
  const { mutate } = useSWRConfig()
  return (
    <article
      ref={article}
      tabIndex={-1}
      className="@container/lead mx-auto grid max-w-190 grid-cols-1 gap-6 px-4 pt-5 pb-(--toast-room) outline-none @min-[800px]/inbox:px-6"
    >
      <ProspectHeader prospects={prospects} row={company} line={<CompanyLine company={company} />}>
        <span className="num text-s text-ink-3">
          {formatCount(company.people, 'person', 'people')}, {formatCount(company.posts, 'post')}
        </span>
      </ProspectHeader>
      <div className="grid grid-cols-1 items-start gap-3 @min-[640px]/lead:grid-cols-2">
        <Team company={company} />
        <ProspectFacts facts={company.facts} names={FACTS}>
          {company.domain && (
            <Suspense>
              <CompanyWebsite
                projectId={company.project_id}
                companyId={company.id}
                onRead={() => void mutate(keys.company(company.id))}
              />
            </Suspense>
          )}
        </ProspectFacts>
      </div>
      <Suspense>
        <CompanyLinks projectId={company.project_id} of={{ company_id: company.id }} />
      </Suspense>
      <Timeline posts={company.timeline} total={company.posts} hasAuthors />
    </article>
  )
}

/** Domain, industry and place, as far as known. */
function CompanyLine({ company: { domain, industry, location } }: { company: Company }) {
  const rest = [industry?.value, location?.value].filter(Boolean).join(', ')
  return (
    <>
      {domain && <OutsideLink to={`https://${domain.value}`}>{domain.value}</OutsideLink>}
      {domain && rest && ' · '}
      {rest}
    </>
  )
}

function Team({ company: { team, people, project_id } }: { company: Company }) {
  return (
    <Card aria-label="People" className="px-3.25 py-3">
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h2 className="text-s font-semibold text-ink-2">People</h2>
        {people > team.length && team.length >= PEOPLE_SHOWN_MAX && (
          <span className="num text-xs text-ink-3">
            {team.length} of {people}
          </span>
        )}
      </div>
      {team.length === 0 && <p className="text-s text-ink-3">Nobody is known to work here any more.</p>}
      <ul className="grid grid-cols-1 gap-2.5">
        {team.map((one) => (
          <Colleague key={one.person.id} employee={one} projectId={project_id} />
        ))}
      </ul>
    </Card>
  )
}

/** A person who works there, with the source. */
function Colleague({ employee: { person, said_by }, projectId }: { employee: Employee; projectId: string }) {
  const words = provenance(said_by, person.profiles)
  return (
    <li className="flex items-start gap-2.5">
      <Avatar name={person.name} className="mt-0.5 size-6! text-[9.5px]!" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="wrap-anywhere">
          <Link to={personPath(projectId, person.id)} className="link target inline-flex items-center font-medium">
            {person.name}
          </Link>
          {person.person_title && <span className="ml-1.5 text-ink-2">{person.person_title.value}</span>}
        </p>
        <p className="num text-xs text-ink-3">
          {said_by.source_url ? (
            <OutsideLink to={said_by.source_url} isQuiet>
              {words}
            </OutsideLink>
          ) : (
            words
          )}
        </p>
      </div>
      <span className="num text-s text-ink-3">{formatCount(person.posts, 'post')}</span>
    </li>
  )
}
