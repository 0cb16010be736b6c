import type { Person, PersonRow } from '@leadlight/contract/prospects'
import { hasDirectMessages } from '@leadlight/domain/communities'
import { PenLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useCan } from '../../lib/current-user.ts'
import { findDraft } from '../../lib/draft.ts'
import { formatCount } from '../../lib/format.ts'
import { useArticle } from '../../lib/use-article.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { PersonAccounts } from './person-accounts.tsx'
import { personDraftName } from './person-draft-name.ts'
import { ProspectFacts } from './prospect-facts.tsx'
import { ProspectHeader } from './prospect-header.tsx'
import { companyPath } from './prospect-paths.ts'
import { Timeline } from './timeline.tsx'
import type { Prospects } from './use-prospects.ts'

const PersonIdentity = lazy(async () => ({ default: (await import('./person-identity.tsx')).PersonIdentity }))
const ErasePerson = lazy(async () => ({ default: (await import('./erase-person.tsx')).ErasePerson }))
const ExportHeld = lazy(async () => ({ default: (await import('./export-held.tsx')).ExportHeld }))
const CompanyLinks = lazy(async () => ({ default: (await import('./company-links.tsx')).CompanyLinks }))
const PersonDraft = lazy(async () => ({ default: (await import('./person-draft.tsx')).PersonDraft }))

const FACTS = [
  ['name', 'Name'],
  ['person_title', 'Role'],
  ['company_name', 'Company'],
  ['location', 'Location'],
  ['website', 'Website'],
  ['email', 'Email'],
  ['bio', 'About'],
] as const

interface PersonArticleProps {
  prospects: Prospects<PersonRow>
  person: Person
}

/**
 * One person: the known facts with their sources, a message to them where a platform of theirs has those, and their posts.
 * A message that was kept shows in any case.
 */
export function PersonArticle({ prospects, person }: PersonArticleProps) {
  const article = useArticle()
  const canWrite = useCan('lead.draft')
  const canDraft = canWrite && person.platforms.some(hasDirectMessages)
  const canErase = useCan('organization.manage')
  const canExport = useCan('lead.export')
  const [isDrafting, setDrafting] = useState(
    () => person.draft !== null || findDraft(personDraftName(person.id)) !== null,
  )
  /** How often the draft was requested; each request focuses it. */
  const [asked, setAsked] = useState(0)
  function draft() {
    setDrafting(true)
    setAsked((times) => times + 1)
  }
  useShortcuts({
    m: () => {
      if (canDraft) draft()
      else if (canWrite) showToast({ kind: 'info', message: 'There are no direct messages where they write.' })
    },
  })
  return (
    <article
      ref={article}
      tabIndex={-1}
      className="@container/lead mx-auto grid max-w-190 grid-cols-1 gap-6 px-4 pt-5 pb-(--toast-room) outline-none @min-[800px]/inbox:px-6"
    >
      <ProspectHeader prospects={prospects} row={person} line={<PersonLine person={person} />}>
        {canDraft && !isDrafting && (
          <ChipButton onClick={draft}>
            <PenLine aria-hidden="true" />
            Draft a message
          </ChipButton>
        )}
        <span className="num ml-1 text-s text-ink-3">{formatCount(person.posts, 'post')}</span>
      </ProspectHeader>
      <div className="grid grid-cols-1 items-start gap-3 @min-[640px]/lead:grid-cols-2">
        <PersonAccounts person={person} />
        <ProspectFacts facts={person.facts} names={FACTS} profiles={person.profiles} />
      </div>
      <Suspense>
        <PersonIdentity person={person} />
        <CompanyLinks projectId={person.project_id} of={{ person_id: person.id }} />
      </Suspense>
      {canWrite && isDrafting && (
        <Suspense
          fallback={
            <SkeletonGroup label="Loading the draft">
              <Skeleton className="h-80 w-full rounded-card" />
            </SkeletonGroup>
          }
        >
          <PersonDraft person={person} asked={asked} onLeave={() => article.current?.focus({ preventScroll: true })} />
        </Suspense>
      )}
      <Timeline posts={person.timeline} total={person.posts} />
      {canExport && (
        <Suspense>
          <ExportHeld person={person} />
        </Suspense>
      )}
      {canErase && (
        <Suspense>
          <ErasePerson prospects={prospects} person={person} />
        </Suspense>
      )}
    </article>
  )
}

/** Role, company and place, as far as known. The company links to its page if it has one. */
function PersonLine({ person }: { person: Person }) {
  const { person_title, company_name, location, companies } = person
  const role = person_title?.value
  const place = location?.value
  return (
    <>
      {role}
      {companies.length > 0 || company_name ? (role ? ' at ' : '') : ''}
      {companies.length > 0
        ? companies.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={companyPath(person.project_id, id)} className="link">
                {name}
              </Link>
            </span>
          ))
        : company_name?.value}
      {place && `${role || company_name || companies.length > 0 ? ', ' : ''}${place}`}
    </>
  )
}
