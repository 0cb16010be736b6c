import type { ProfileFetch } from '@leadlight/contract/identity'
import type { Person, Profile } from '@leadlight/contract/prospects'
import { RotateCw } from 'lucide-react'
import { useCan } from '../../lib/current-user.ts'
import { formatCount } from '../../lib/format.ts'
import { platformName } from '../../lib/platforms.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { profileReadWords } from './profile-read-words.ts'
import { OutsideLink } from './outside-link.tsx'
import { isBeingRead, useEnrichment } from './use-enrichment.ts'

/** A person's accounts, each with its profile's last read, the result and the values. */
export function PersonAccounts({ person }: { person: Person }) {
  const { looks, refresh, isAsking } = useEnrichment(person)
  const canRefresh = useCan('lead.triage')
  const now = useNow()
  const read = (looks.data ?? []).filter(({ state }) => state !== 'not_offered')
  const isReading = read.some((look) => isBeingRead(look, now))
  return (
    <Card aria-label="Accounts" className="px-3.25 py-3">
      <div className="mb-2 flex min-h-6.5 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-s font-semibold text-ink-2">Accounts</h2>
        {canRefresh && read.length > 0 && (
          <Button
            size="s"
            variant="quiet"
            className="-mr-2"
            busy={isAsking || isReading}
            onClick={() => void refresh()}
          >
            {!isAsking && !isReading && <RotateCw aria-hidden="true" />}
            {isReading ? 'Being read' : 'Read again'}
          </Button>
        )}
      </div>
      <ul className="grid gap-2.5">
        {person.profiles.map((profile) => (
          <li key={profile.id} className="grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-x-2">
            <PlatformMark platform={profile.platform} className="justify-self-start" />
            <span className="min-w-0 truncate">
              {profile.url ? <OutsideLink to={profile.url}>{profile.handle}</OutsideLink> : profile.handle}
              <span className="ml-1.5 text-s text-ink-3">{platformName(profile.platform)}</span>
            </span>
            <span className="num text-s text-ink-3">{formatCount(profile.posts, 'post')}</span>
            <Look
              look={looks.data?.find(({ profile_id }) => profile_id === profile.id)}
              {...{ person, profile, now }}
            />
          </li>
        ))}
      </ul>
      {Boolean(looks.error) && (
        <p role="alert" className="mt-2 text-s text-bad">
          When the profiles were read could not be loaded. {messageOf(looks.error)}{' '}
          <button type="button" className="link" onClick={() => void looks.mutate()}>
            Try again
          </button>
        </p>
      )}
    </Card>
  )
}

interface LookProps {
  look: ProfileFetch | undefined
  person: Person
  profile: Profile
  now: Date
}

function Look({ look, person, profile, now }: LookProps) {
  if (!look) return null
  return (
    <p className="num col-span-2 col-start-2 text-xs wrap-anywhere text-ink-3">
      {profileReadWords(look, { facts: person.facts.filter(({ profile_id }) => profile_id === profile.id), now })}
    </p>
  )
}
