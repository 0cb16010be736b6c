import type { ApiKey } from '@leadlight/contract/api-keys'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { revokeApiKey } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatCount, formatDate, formatMoment } from '../../lib/format.ts'
import { useProjects } from '../../lib/projects.ts'
import { messageOf } from '../../lib/request-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { InlineConfirm } from '../../ui/inline-confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SCOPES } from './api-key-scopes.ts'
import { useApiKeys } from './use-api-keys.ts'

/** The user's keys: scope, expiry, last use, and revocation. */
export function ApiKeyList({ list }: { list: readonly ApiKey[] }) {
  const now = useNow()
  return (
    <ul className="divide-y" aria-label="Your keys">
      {list.map((key) => (
        <KeyRow key={key.id} apiKey={key} isExpired={new Date(key.expires_at) <= now} />
      ))}
    </ul>
  )
}

function KeyRow({ apiKey, isExpired }: { apiKey: ApiKey; isExpired: boolean }) {
  const { mutate } = useApiKeys()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function revoke() {
    try {
      await call(revokeApiKey, { params: { id: apiKey.id } })
      await mutate()
    } catch (failure) {
      setError(messageOf(failure))
      setAsking(false)
    }
  }
  return (
    <li className="grid gap-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <KeyRound aria-hidden="true" className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            <span className="min-w-0 wrap-anywhere">{apiKey.name}</span>
            <Chip tone={isExpired ? 'bad' : 'neutral'}>{isExpired ? 'Expired' : SCOPES[apiKey.scope].label}</Chip>
          </p>
          <p className="text-s text-ink-3">
            <span className="font-mono">{apiKey.hint}</span> · <Reach projectIds={apiKey.project_ids} />
          </p>
          <p className="text-s text-ink-3">
            {apiKey.last_used_at ? `Last used ${formatMoment(apiKey.last_used_at)}` : 'Never used'} ·{' '}
            {isExpired ? 'since' : 'until'} {formatDate(apiKey.expires_at)}
          </p>
        </div>
        {!asking && (
          <Button aria-label={`Revoke ${apiKey.name}`} onClick={() => setAsking(true)}>
            Revoke
          </Button>
        )}
      </div>
      {asking && (
        <InlineConfirm
          label={`Revoke ${apiKey.name}?`}
          action="Revoke it"
          onConfirm={revoke}
          onKeep={() => setAsking(false)}
        >
          Whatever uses this key stops working at once.
        </InlineConfirm>
      )}
      {error && <Notice tone="bad">{error}</Notice>}
    </li>
  )
}

/** The projects of a key, by name if there are few. */
function Reach({ projectIds }: { projectIds: readonly string[] | null }) {
  const { data: projects = [] } = useProjects()
  if (projectIds === null) return 'all that you reach'
  const names = projects.filter(({ id }) => projectIds.includes(id)).map(({ name }) => name)
  if (projectIds.length === 0) return 'no project that is still there'
  return names.length > 0 && names.length <= 3 ? names.join(', ') : formatCount(projectIds.length, 'project')
}
