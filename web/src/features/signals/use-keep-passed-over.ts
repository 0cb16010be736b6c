import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { keepPassedOver } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'

interface PassedOverPlace {
  projectId: string
  signalId: string
  postId: string
}

/**
 * Keeps a post that a signal passed over as a lead, and takes that back. The list is not read again, so that what was
 * kept stays in its place, with a way back, until the page is left.
 */
export function useKeepPassedOver({ projectId, signalId, postId }: PassedOverPlace) {
  const { mutate } = useSWRConfig()
  const { busy, run } = useToastedAttempt()
  const [leadId, setLeadId] = useState<string | null>(null)
  async function set(kept: boolean) {
    const params = { projectId, postId }
    const { lead_id: id } = await call(keepPassedOver, { params, body: { intent_signal: signalId, kept } })
    setLeadId(kept ? id : null)
    void mutate(keys.intentSignals(projectId))
    void mutate(keys.unreadCount(projectId))
    // Opening the lead marks it as read, which would keep a list from before it as it was.
    const [name] = keys.posts(projectId, {})
    void mutate((key) => Array.isArray(key) && key[0] === name && key[1] === projectId, undefined)
  }
  return {
    /** The lead; null unless it was kept here. */
    leadId,
    busy,
    keep: () => run(() => set(true), 'The post was not kept.'),
    takeBack: (then: () => void) => run(() => set(false).then(then), 'The lead was not taken back.'),
  }
}
