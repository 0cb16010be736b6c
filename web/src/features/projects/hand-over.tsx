import type { Transfer } from '@leadlight/contract/guests'
import type { Project } from '@leadlight/contract/projects'
import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { cancelTransfer, getTransfer } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useHasCosts } from '../../lib/costs.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { useInstance } from '../../lib/instance.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { TransferForm } from './transfer-form.tsx'

const POLL_MS = 30_000

/** Hands the project over to another organization. Renders nothing for those who may not. */
export function HandOver({ project }: { project: Project }) {
  const canTransfer = useCan('project.transfer')
  if (!canTransfer) return null
  return <Transfers project={project} />
}

function Transfers({ project }: { project: Project }) {
  const { mutate } = useSWRConfig()
  const { data: pending, error } = useSWR<Transfer | null, unknown>(
    keys.transfer(project.id),
    () => call(getTransfer, { params: { id: project.id } }),
    // The answer is given in another organization.
    { refreshInterval: (latest) => (latest ? POLL_MS : 0) },
  )
  const isMailed = useInstance()?.mail !== false
  const hasCosts = useHasCosts()
  const [busy, setBusy] = useState(false)
  async function withdraw() {
    setBusy(true)
    try {
      await call(cancelTransfer, { params: { id: project.id } })
      showToast({ kind: 'success', message: 'The offer is taken back. The project stays here.' })
    } catch (failure) {
      showToast({ kind: 'error', message: messageOf(failure) })
    } finally {
      await mutate(keys.transfer(project.id))
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="hand-over" className="grid gap-4 border-t pt-6">
      <div>
        <h2 id="hand-over" className="text-l font-semibold">
          Hand over
        </h2>
        <p className="mt-1 text-ink-2">
          The project moves to another organization, with its signals and leads, once an admin there accepts.
          {hasCosts && ' Credits stay here.'} Every access to it from here ends.
        </p>
      </div>
      {error !== undefined && <Notice tone="bad">{messageOf(error)}</Notice>}
      {pending ? (
        <Notice
          tone="warning"
          action={
            <Button busy={busy} onClick={() => void withdraw()}>
              Take it back
            </Button>
          }
        >
          Offered to {pending.email}, who can accept until {formatDate(pending.expires_at)}.
          {!isMailed &&
            ' No mail is sent here, so tell them: it waits under Projects once they have verified that address.'}
        </Notice>
      ) : (
        <TransferForm project={project} />
      )}
    </section>
  )
}
