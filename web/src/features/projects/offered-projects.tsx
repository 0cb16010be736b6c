import type { Transfer } from '@leadlight/contract/guests'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { acceptTransfer, rejectTransfer } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan, useRole } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { useOffersToMe } from '../../lib/offers.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Projects offered to the user by other organizations. Renders nothing without any. */
export function OfferedProjects() {
  const canAccept = useCan('project.transfer')
  const { data: transfers = [] } = useOffersToMe()
  if (transfers.length === 0) return null
  return (
    <section aria-label="Offered projects" className="grid gap-2">
      {transfers.map((transfer) => (
        <OfferedProject key={transfer.id} transfer={transfer} canAccept={canAccept} />
      ))}
    </section>
  )
}

function OfferedProject({ transfer, canAccept }: { transfer: Transfer; canAccept: boolean }) {
  const { mutate } = useSWRConfig()
  const isAlone = useRole() === null
  const [busy, setBusy] = useState<'accept' | 'reject' | null>(null)
  async function answer(choice: 'accept' | 'reject') {
    setBusy(choice)
    try {
      const params = { id: transfer.id }
      if (choice === 'accept') await call(acceptTransfer, { params })
      else await call(rejectTransfer, { params })
      const done =
        choice === 'accept' ? 'is now yours. Its monitoring is off: turn it on under Signals' : 'stays where it is'
      showToast({ kind: 'success', message: `${transfer.project_name} ${done}.` })
    } catch (error) {
      showToast({ kind: 'error', message: messageOf(error) })
    } finally {
      // It may have been taken back, or answered in another tab.
      await Promise.all([mutate(keys.transfersToMe), mutate(keys.projects)])
      setBusy(null)
    }
  }
  return (
    <Notice
      tone="warning"
      action={
        <div className="flex gap-2">
          <Button busy={busy === 'reject'} onClick={() => void answer('reject')}>
            Decline
          </Button>
          {canAccept && (
            <Button variant="primary" busy={busy === 'accept'} onClick={() => void answer('accept')}>
              Accept
            </Button>
          )}
        </div>
      }
    >
      {transfer.organization_name} offers you the project <strong>{transfer.project_name}</strong>
      {transfer.requested_by && `, from ${transfer.requested_by}`}. It waits until {formatDate(transfer.expires_at)}.
      {!canAccept &&
        ` ${isAlone ? 'Create an organization to accept it.' : 'Accepting takes an admin of your organization.'}`}
    </Notice>
  )
}
