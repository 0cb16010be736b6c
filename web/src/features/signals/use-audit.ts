import type { AuditDeck, AuditedPost } from '@leadlight/contract/audits'
import useSWR, { useSWRConfig } from 'swr'
import { answerAudit, getAudit } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { showToast } from '../../ui/toast.tsx'

export type Answer = AuditedPost['answer']

/** A signal's rejected posts for auditing. An answer shows at once, and is reverted if it cannot be stored. */
export function useAudit(place: { projectId: string; id: string }) {
  const key = keys.audit(place.id)
  const { mutate } = useSWRConfig()
  const deck = useSWR<AuditDeck, unknown>(key, () => call(getAudit, { params: place }), { revalidateOnFocus: false })

  function show(postId: string, answer: Answer) {
    return mutate(
      key,
      (deck: AuditDeck | undefined) =>
        deck && {
          ...deck,
          posts: deck.posts.map((post) => (post.post_id === postId ? { ...post, answer } : post)),
        },
      { revalidate: false },
    )
  }
  async function answer(post: AuditedPost, said: Answer): Promise<void> {
    await show(post.post_id, said)
    try {
      await call(answerAudit, { params: place, body: { post_id: post.post_id, answer: said } })
      void mutate(keys.intentSignals(place.projectId))
      // It says what the team said.
      void mutate(keys.passedOverReason(place.id, post.post_id))
    } catch (error) {
      await show(post.post_id, post.answer)
      showToast({ kind: 'error', message: `The answer was not kept. ${messageOf(error)}` })
    }
  }
  return { ...deck, answer }
}
