import type { User } from '@leadlight/contract/accounts'
import type { ApiKeyWithSecret } from '@leadlight/contract/api-keys'
import { useState } from 'react'
import { messageOf } from '../../lib/request-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { AccountRow, AccountSection } from './account-row.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import { ApiKeyList } from './api-key-list.tsx'
import { ApiKeySecret } from './api-key-secret.tsx'
import { useApiKeys } from './use-api-keys.ts'

/** The user's personal API keys, with which programs act on their behalf. */
export function ApiKeySection({ user }: { user: User }) {
  return (
    <AccountSection
      title="Personal keys"
      intro={
        <>
          Programs and assistants act as you by one, with your role and no more. How:{' '}
          <a href="/docs" className="text-accent underline" target="_blank" rel="noreferrer">
            the API
          </a>
          ; assistants by MCP at <span className="font-mono text-s wrap-anywhere">{window.location.origin}/mcp</span>.
        </>
      }
    >
      {user.organization_membership && <Keys role={user.organization_membership.role} />}
    </AccountSection>
  )
}

type Role = NonNullable<User['organization_membership']>['role']

function Keys({ role }: { role: Role }) {
  const { data: list, error, isValidating, mutate } = useApiKeys()
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  if (!list && error) {
    return (
      <ErrorState title="Your keys could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!list) return <LoadingKeys />
  async function keep(key: ApiKeyWithSecret) {
    setMade(key)
    await mutate()
  }
  return (
    <>
      {list.length > 0 && <ApiKeyList list={list} />}
      {made ? (
        <ApiKeySecret made={made} onKept={() => setMade(null)} />
      ) : (
        <AccountRow
          title="New key"
          value={list.length > 0 ? 'One for each program, so that you can end one alone.' : 'You have no keys.'}
          action="Make a key"
        >
          {(close) => <ApiKeyForm role={role} onClose={close} onMade={keep} />}
        </AccountRow>
      )}
    </>
  )
}

function LoadingKeys() {
  return (
    <SkeletonGroup label="Loading your keys" className="grid gap-2 px-4 py-4 sm:px-5">
      <Skeleton className="h-3.5 w-40" />
      <Skeleton className="h-3 w-64 max-w-full" />
    </SkeletonGroup>
  )
}
