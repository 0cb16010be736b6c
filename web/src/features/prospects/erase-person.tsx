import type { Person, PersonRow } from '@leadlight/contract/prospects'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { erasePerson } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { runOwnChange } from '../../lib/own-changes.ts'
import { platformName } from '../../lib/platforms.ts'
import { messageOf } from '../../lib/request-error.ts'
import { createListCache } from '../../lib/rows/list-cache.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Prospects } from './use-prospects.ts'

interface ErasePersonProps {
  prospects: Prospects<PersonRow>
  person: Person
}

/** Erases a person from the organization for good, on their request, after their name is typed. */
export function ErasePerson({ prospects, person }: ErasePersonProps) {
  const [isOpen, setOpen] = useState(false)
  const erase = useErase(prospects, person)
  const accounts = person.profiles.map(({ handle, platform }) => `${handle} on ${platformName(platform)}`)
  return (
    <section aria-label="Erase this person" className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t pt-5">
      <p className="flex-1 basis-72 text-s text-ink-3">
        Somebody who asks to be forgotten can be erased from all projects of the organization.
      </p>
      <Button variant="danger" size="s" onClick={() => setOpen(true)}>
        Erase this person
      </Button>
      <ConfirmByTyping
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Erase ${person.name}?`}
        description={
          <>
            From every project of the organization go, for good: what is known of {accounts.join(', ')}, and of accounts
            that other projects merged with these; their posts and the leads made of these; and the drafts, notes and
            history of those leads, and what webhooks and Slack were sent of them. What they write later does not become
            a lead. Exports, mails and what others have already received stay as they are. This cannot be undone.
          </>
        }
        word={person.name}
        label="Type the name of the person"
        action="Erase for good"
        keep="Keep them"
        messageOf={messageOf}
        onConfirm={erase}
      />
    </section>
  )
}

/** Removes them from the screen at once, although the server takes some seconds. */
function useErase({ kind, projectId, filters, position }: Prospects<PersonRow>, { id, name }: Person) {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  return async () => {
    await runOwnChange(() => call(erasePerson, { params: { projectId, id } }))
    const list = createListCache<PersonRow>({ mutate, patchCached }, kind.keyOf(projectId, filters.query))
    list.remove(new Set([id]))
    position.close({ replace: true })
    await mutate(isOfLeads, undefined)
    await mutate(keys.person(id), undefined, { revalidate: false })
    showToast({ kind: 'success', message: `${name} is being erased. Within a minute nothing of theirs is left.` })
  }
}

/** Leads and companies may be theirs; other people are not. */
function isOfLeads(key: unknown): boolean {
  return Array.isArray(key) && typeof key[0] === 'string' && /^(?:posts?$|post-|prospects-companies)/u.test(key[0])
}
