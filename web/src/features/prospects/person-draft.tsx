import type { Person } from '@leadlight/contract/prospects'
import type { Draft } from '@leadlight/contract/drafts'
import { hasDirectMessages } from '@leadlight/domain/communities'
import { useCallback, useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { draftPersonMessage, getPerson, makePersonNotice, updatePersonDraft } from 'virtual:calls'
import { call, send } from '../../lib/api.ts'
import { hasEnded } from '../../lib/cache-life.ts'
import type { DraftDestination } from '../../lib/drafts/draft-footer.tsx'
import type { DraftPaneHandle } from '../../lib/drafts/draft-pane.tsx'
import { DraftPane } from '../../lib/drafts/draft-pane.tsx'
import type { DraftTarget } from '../../lib/drafts/draft-stream.ts'
import { useDraftSession } from '../../lib/drafts/use-draft-session.ts'
import { keys } from '../../lib/keys.ts'
import { platformName } from '../../lib/platforms.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { personDraftName } from './person-draft-name.ts'
import { leadPath } from './prospect-paths.ts'

const POINTS_WHY = 'Their community wants messages in your own words. You get talking points instead.'

interface PersonDraftProps {
  person: Person
  /** How often the draft was requested; each request focuses it. */
  asked: number
  /** Returns the focus to the person, where single keys work again. */
  onLeave: () => void
}

/** A direct message to a person, written by hand or by the model. It is never sent. */
export function PersonDraft({ person, asked, onLeave }: PersonDraftProps) {
  const pane = useRef<DraftPaneHandle>(null)
  const draft = useDraftSession(draftTargetOf(person), person.draft, useListener(person.id))
  const linkTo = useCallback((leadId: string) => leadPath(person.project_id, leadId), [person.project_id])
  useEffect(() => {
    if (asked > 0) pane.current?.focus()
  }, [asked])
  return (
    <section aria-label="Message" className="grid grid-cols-1 gap-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-l font-semibold">Message</h2>
        <p className="text-s text-ink-3">Leadlight never sends it for you.</p>
      </div>
      <DraftPane
        ref={pane}
        {...draft}
        title="Direct message"
        pointsWhy={person.draft?.is_talking_points ? POINTS_WHY : null}
        destination={destination(person)}
        makeNotice={() => call(makePersonNotice, { params: { projectId: person.project_id, id: person.id } })}
        linkTo={linkTo}
        onLeave={onLeave}
      />
    </section>
  )
}

function draftTargetOf({ id, project_id: projectId }: Person): DraftTarget {
  const params = { projectId, id }
  return {
    name: personDraftName(id),
    ask: (request) => send(draftPersonMessage, { params, ...request }),
    save: (body) => call(updatePersonDraft, { params, body }),
    find: async () => (await call(getPerson, { params })).draft,
  }
}

/** Their account that can be written to and that they last posted with; of a message that is kept, else the last. */
function destination({ profiles }: Person): DraftDestination | null {
  const linked = profiles.filter(({ url }) => url !== null)
  const profile = linked.find(({ platform }) => hasDirectMessages(platform)) ?? linked[0]
  if (!profile?.url) return null
  return { to: profile.url, words: `Open ${profile.handle} on ${platformName(profile.platform)}` }
}

/** Updates the cached person with what the server has stored. */
function useListener(personId: string) {
  const { cache, mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  function saved(draft: Draft) {
    // A save may outlive its session.
    if (!hasEnded(cache)) patchCached<Person>(keys.person(personId), (person) => ({ ...person, draft }))
  }
  return {
    saved,
    written(draft: Draft | null) {
      if (hasEnded(cache)) return
      if (draft) saved(draft)
      else void mutate(keys.person(personId))
      void mutate(keys.credits)
    },
  }
}
