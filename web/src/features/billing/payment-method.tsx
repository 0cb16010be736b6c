import type { BillingSummary } from '@leadlight/contract/billing'
import { CreditCard } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { refreshSubscription, updatePaymentMethod } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { goToExternalPage } from '../../lib/external-page.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { Section } from './section.tsx'
import { useRefreshBilling } from './use-billing.ts'

/** The charged card, and a link to the payment provider's page for changing it. */
export function PaymentMethod({ summary: { payment_method: card, subscription } }: { summary: BillingSummary }) {
  const [busy, setBusy] = useState(false)
  useReturn()
  async function change() {
    setBusy(true)
    try {
      goToExternalPage((await call(updatePaymentMethod, {})).url)
    } catch (error) {
      showToast({ kind: 'error', message: messageOf(error) })
      setBusy(false)
    }
  }
  return (
    <Section title="Payment method">
      <Card className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
        <CreditCard aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
        <p className="min-w-0 flex-1 basis-52">
          {card ? (
            <>
              <span className="font-medium capitalize">{card.brand}</span> ending in {card.last4}
              <span className="text-ink-3">
                , valid to {String(card.exp_month).padStart(2, '0')}/{card.exp_year}
              </span>
            </>
          ) : subscription ? (
            'Invoices are sent by mail and paid from there.'
          ) : (
            'None yet. It is asked for with the first plan.'
          )}
        </p>
        {subscription && (
          <Button busy={busy} onClick={() => void change()}>
            {card ? 'Change' : 'Add a card'}
          </Button>
        )}
      </Card>
    </Section>
  )
}

/** Refetches billing when the user returns from the provider, whether or not its webhook has arrived. */
function useReturn() {
  const [search, setSearch] = useSearchParams()
  const reread = useRefreshBilling()
  const cameBack = search.has('payment_method')
  useEffect(() => {
    if (!cameBack) return
    setSearch({}, { replace: true })
    void call(refreshSubscription, {}).then(reread, (error: unknown) =>
      showToast({ kind: 'error', message: messageOf(error) }),
    )
  }, [cameBack, setSearch, reread])
}
