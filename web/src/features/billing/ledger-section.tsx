import type { listLedger as listLedgerEndpoint } from '@leadlight/contract/billing'
import type { ReplyOf } from '@leadlight/contract/endpoint'
import { Download, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import useSWRInfinite from 'swr/infinite'
import { exportLedger, listLedger } from 'virtual:calls'
import { call, send } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { fileName, saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LedgerFilterBar, NO_FILTERS, queryOf } from './ledger-filters.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { Section } from './section.tsx'

type LedgerPage = ReplyOf<typeof listLedgerEndpoint>

/** The ledger of credits, filtered and paginated, and as a file. */
export function LedgerSection() {
  const [filters, setFilters] = useState(NO_FILTERS)
  const [opened] = useState(() => new Date())
  const query = queryOf(filters, opened)
  const ledger = useSWRInfinite<LedgerPage, unknown>(
    (_, before: LedgerPage | null) =>
      before && before.next_cursor === null
        ? null
        : keys.ledger({ ...query, ...(before?.next_cursor ? { cursor: before.next_cursor } : {}) }),
    ([, asked]: readonly [string, object]) => call(listLedger, { query: asked }),
  )
  const [first] = ledger.data ?? []
  const entries = ledger.data?.flatMap((page) => page.items)
  return (
    <Section title="Ledger" actions={<SaveButton query={query} />}>
      <LedgerFilterBar filters={filters} onChange={setFilters} />
      {!entries && ledger.error ? (
        <ErrorState
          title="The ledger could not be loaded"
          onRetry={() => void ledger.mutate()}
          retrying={ledger.isValidating}
        >
          {messageOf(ledger.error)}
        </ErrorState>
      ) : !entries || !first ? (
        <SkeletonGroup label="Loading the ledger">
          <Skeleton className="h-56 w-full" />
        </SkeletonGroup>
      ) : entries.length === 0 ? (
        <Card>
          <EmptyState icon={<ReceiptText aria-hidden="true" />} title="Nothing like that" className="py-8">
            No movement of credits passes these filters.
          </EmptyState>
        </Card>
      ) : (
        <>
          <LedgerTable entries={entries} />
          <output className="text-s text-ink-3">
            {entries.length} of {first.total_capped ? 'more than ' : ''}
            {formatCount(first.total, 'movement')}
          </output>
        </>
      )}
      {ledger.data?.at(-1)?.next_cursor && (
        <Button
          className="justify-self-center"
          busy={ledger.isValidating}
          onClick={() => void ledger.setSize((size) => size + 1)}
        >
          Show older
        </Button>
      )}
    </Section>
  )
}

/** Saves the filtered ledger as a file. */
function SaveButton({ query }: { query: ReturnType<typeof queryOf> }) {
  const [saving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    try {
      const response = await send(exportLedger, { query })
      const name = fileName(response) ?? 'credits.csv'
      saveFile(await response.blob(), name)
      showToast({ kind: 'success', message: `Saved ${name}` })
    } catch (error) {
      showToast({ kind: 'error', message: `The ledger could not be saved. ${messageOf(error)}` })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button busy={saving} onClick={() => void save()}>
      {!saving && <Download aria-hidden="true" />}
      Save as CSV
    </Button>
  )
}
