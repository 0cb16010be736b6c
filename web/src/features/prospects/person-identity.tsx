import type { IdentityEvidence, IdentityMerge, IdentityProposal } from '@leadlight/contract/identity'
import type { Person, Profile } from '@leadlight/contract/prospects'
import { Link2, Minus, Plus, Split } from 'lucide-react'
import { Link } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatCount, formatDate } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { personPath } from './prospect-paths.ts'
import { useIdentity, useMerges, useProposals } from './use-identity.ts'

/** People who may be the same person, for the user to decide, and those already merged. */
export function PersonIdentity({ person }: { person: Person }) {
  const { project_id: projectId, id } = person
  const proposals = useProposals(projectId, id)
  const merges = useMerges(projectId, id)
  const error: unknown = proposals.error ?? merges.error
  const open = proposals.data ?? []
  const joined = merges.data ?? []
  return (
    <>
      {Boolean(error) && (
        <Notice
          tone="bad"
          action={
            <Button size="s" onClick={() => void Promise.all([proposals.mutate(), merges.mutate()])}>
              Try again
            </Button>
          }
        >
          Who else this may be could not be loaded. {messageOf(error)}
        </Notice>
      )}
      {open.length > 0 && (
        <section aria-label="May be the same person" className="grid grid-cols-1 gap-2.5">
          <h2 className="text-l font-semibold">May be the same person</h2>
          {open.map((proposal) => (
            <Proposal key={proposal.id} proposal={proposal} person={person} />
          ))}
        </section>
      )}
      {joined.length > 0 && (
        <Card aria-label="Became one with" className="px-3.25 py-3">
          <h2 className="mb-2 text-s font-semibold text-ink-2">Became one with</h2>
          <ul className="grid gap-2">
            {joined.map((merge) => (
              <Joined key={merge.id} merge={merge} projectId={projectId} />
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

/** A proposed duplicate with likelihood, evidence and the two answers. */
function Proposal({ proposal, person }: { proposal: IdentityProposal; person: Person }) {
  const canDecide = useCan('lead.delete')
  const identity = useIdentity(person.project_id)
  const { search } = useLocation()
  const other = proposal.person.id === person.id ? proposal.other : proposal.person
  return (
    <Card aria-label={`May be ${other.name}`} className="grid grid-cols-1 gap-2.5 px-3.25 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 dir="auto" className="font-semibold">
          <Link to={{ pathname: personPath(person.project_id, other.id), search }} className="link">
            {other.name}
          </Link>
          <span className="num ml-2 text-s font-normal text-ink-3">{formatCount(other.posts, 'post')}</span>
        </h3>
        <p className="num text-s text-ink-2">
          {Math.round(proposal.probability * 100)} in 100 such pairs are one person
        </p>
      </div>
      <Accounts profiles={other.profiles} />
      <ul className="grid gap-1 text-s">
        {proposal.evidence.map((evidence) => (
          <Evidence key={`${evidence.kind} ${evidence.text}`} evidence={evidence} />
        ))}
      </ul>
      {canDecide && (
        <div className="flex flex-wrap gap-1.5">
          <Button size="s" disabled={identity.isBusy} onClick={() => void identity.accept(proposal, person.id)}>
            <Link2 aria-hidden="true" />
            Same person
          </Button>
          <Button size="s" variant="quiet" disabled={identity.isBusy} onClick={() => void identity.dismiss(proposal)}>
            Not the same
          </Button>
        </div>
      )}
    </Card>
  )
}

function Evidence({ evidence: { text, speaks_for } }: { evidence: IdentityEvidence }) {
  const Sign = speaks_for ? Plus : Minus
  return (
    <li className="flex items-start gap-2">
      <Sign aria-hidden="true" className={`mt-0.75 size-3.5 shrink-0 ${speaks_for ? 'text-good' : 'text-bad'}`} />
      <span>
        <span className="sr-only">{speaks_for ? 'For: ' : 'Against: '}</span>
        {text}
      </span>
    </li>
  )
}

function Joined({ merge, projectId }: { merge: IdentityMerge; projectId: string }) {
  const canDecide = useCan('lead.delete')
  const identity = useIdentity(projectId)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto">
          {merge.name} <span className="num text-s text-ink-3">{formatDate(merge.merged_at)}</span>
        </p>
        <Accounts profiles={merge.profiles} />
      </div>
      {canDecide && (
        <Button size="s" variant="quiet" disabled={identity.isBusy} onClick={() => void identity.takeApart(merge.id)}>
          <Split aria-hidden="true" />
          Take apart
        </Button>
      )}
    </li>
  )
}

function Accounts({ profiles }: { profiles: readonly Profile[] }) {
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 text-s text-ink-2">
      {profiles.map((profile) => (
        <span key={profile.id} className="flex items-center gap-1.5">
          <PlatformMark platform={profile.platform} />
          {profile.handle}
          <span className="text-ink-3">{platformName(profile.platform)}</span>
        </span>
      ))}
    </p>
  )
}
