import type { Lead } from '@leadlight/contract/leads'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { plainText } from '@leadlight/domain/plain-text'
import { platformName } from '../../lib/platforms.ts'
import { Card } from '../../ui/card.tsx'
import { LeadColumnValues } from './lead-column-values.tsx'
import { Duplicates } from './duplicates.tsx'

/** The author and the place of the post, beside the text. */
export function LeadFacts({ lead, linkTo }: { lead: Lead; linkTo: (leadId: string) => string }) {
  const platform = platformName(lead.platform)
  return (
    <aside
      aria-label="About this lead"
      className="grid content-start gap-3 @min-[760px]/lead:col-start-2 @min-[760px]/lead:row-start-1"
    >
      <Card className="grid gap-2 px-3.25 py-3">
        <h2 className="text-s font-semibold text-ink-2">Author</h2>
        <dl className="grid gap-1 text-s">
          <Fact name="Name">
            <AuthorName lead={lead} />
          </Fact>
          <Fact name="Platform">{platform}</Fact>
        </dl>
        {lead.author_url && <OutsideLink to={lead.author_url}>Open the author on {platform}</OutsideLink>}
        <AuthorLeads lead={lead} linkTo={linkTo} />
      </Card>
      <LeadColumnValues lead={lead} />
      <Card className="grid gap-2 px-3.25 py-3">
        <h2 className="text-s font-semibold text-ink-2">Post</h2>
        <dl className="grid gap-1 text-s">
          {lead.community && <Fact name="Community">{lead.community}</Fact>}
          <Fact name="Posted">{formatMoment(lead.posted_at)}</Fact>
          <Fact name="Found">{formatMoment(lead.collected_at)}</Fact>
          {lead.replies !== null && <Fact name="Replies">{lead.replies}</Fact>}
          {lead.license && <Fact name="License">{lead.license}</Fact>}
        </dl>
        <OutsideLink to={lead.url}>Open the thread</OutsideLink>
        <Duplicates duplicates={lead.other_places} />
        {lead.license && (
          <p className="text-xs text-ink-3">
            Text by {lead.author ?? 'its author'} on {platform}, under {lead.license}.
          </p>
        )}
      </Card>
    </aside>
  )
}

/** Links to the author's page if the person is known. */
function AuthorName({ lead: { author, person_id, project_id } }: { lead: Lead }) {
  if (author === null || person_id === null) return author ?? 'Not given'
  return (
    <Link to={`/projects/${project_id}/prospects/people/${person_id}`} className="link target inline-flex items-center">
      {author}
    </Link>
  )
}

/** The author's other leads in this project. */
function AuthorLeads({ lead, linkTo }: { lead: Lead; linkTo: (leadId: string) => string }) {
  if (lead.author_leads.length === 0) return null
  return (
    <div className="grid gap-1.5 border-t pt-2">
      <h3 className="text-s text-ink-3">Other leads by the author</h3>
      <ul className="grid gap-1.5 text-s">
        {lead.author_leads.map(({ id, title, excerpt, posted_at }) => (
          <li key={id} className="grid">
            <Link to={linkTo(id)} className="link target line-clamp-2 wrap-anywhere">
              {plainText(title ?? excerpt)}
            </Link>
            <span className="num text-ink-3">{formatDate(posted_at)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="num font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

function OutsideLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="link inline-flex items-center gap-1.5 justify-self-start text-s"
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
