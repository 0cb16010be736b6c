import type { Lead } from '@leadlight/contract/leads'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoment } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { Card } from '../../ui/card.tsx'

/** Who wrote it and where it was found, beside the text. */
export function LeadFacts({ lead }: { lead: Lead }) {
  const platform = platformName(lead.platform)
  return (
    <aside aria-label="About this lead" className="grid content-start gap-3">
      <Card className="grid gap-2 px-3.25 py-3">
        <h2 className="text-s font-semibold text-ink-2">Author</h2>
        <dl className="grid gap-1 text-s">
          <Fact name="Name">{lead.author ?? 'Not given'}</Fact>
          <Fact name="Platform">{platform}</Fact>
        </dl>
        {lead.author_url && <OutsideLink to={lead.author_url}>Open the author on {platform}</OutsideLink>}
      </Card>
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
        {lead.license && (
          <p className="text-xs text-ink-3">
            Text by {lead.author ?? 'its author'} on {platform}, under {lead.license}.
          </p>
        )}
      </Card>
    </aside>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)] gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd className="num font-medium break-words">{children}</dd>
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
