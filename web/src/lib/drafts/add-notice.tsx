import type { NoticeLink } from '@leadlight/contract/privacy'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { messageOf } from '../request-error.ts'
import type { DraftSession } from './draft-session.ts'

/** Gets the link that tells a message's receiver what is held of them. */
export type MakeNotice = () => Promise<NoticeLink>

/** Adds the link to the end of a message, which does not have it yet. */
export function AddNotice({ session, makeNotice }: { session: DraftSession; makeNotice: MakeNotice }) {
  const [busy, setBusy] = useState(false)
  async function add() {
    setBusy(true)
    try {
      const { text, url } = await makeNotice()
      const before = session.read().text.trimEnd()
      if (!before.includes(url)) session.type(`${before}\n\n${text}`)
    } catch (error) {
      showToast({ kind: 'error', message: messageOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" variant="quiet" busy={busy} onClick={() => void add()}>
      <ShieldCheck aria-hidden="true" />
      Add privacy link
    </Button>
  )
}
