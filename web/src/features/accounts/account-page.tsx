import type { User } from '@leadlight/contract/accounts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { AccountRow, AccountSection } from './account-row.tsx'
import { ApiKeySection } from './api-key-section.tsx'
import { DeleteAccountForm } from './delete-account-form.tsx'
import { EmailRow } from './email-row.tsx'
import { GoogleRow } from './google-row.tsx'
import { NameForm } from './name-form.tsx'
import { PasswordRow } from './password-row.tsx'
import { SecondFactorRow } from './second-factor-row.tsx'
import { SessionList } from './session-list.tsx'
import { useSecurity } from './use-security.ts'

/** The user's account: name, sign-in methods, sessions, and deletion. */
export function AccountPage() {
  usePageTitle('Account')
  const { data: user, error, isValidating, mutate } = useCurrentUser()
  return (
    <Page title="Account" subtitle="Who you are, how you sign in, and where you are signed in">
      {user ? (
        <div className="grid max-w-230 gap-6">
          <AccountSection title="You" intro="What your team sees, and where mail for you goes.">
            <AccountRow title="Name" value={nameOf(user) || 'Not told yet'} action="Change name">
              {(close) => <NameForm user={user} onClose={close} />}
            </AccountRow>
            <EmailRow user={user} />
          </AccountSection>
          <SignInSections />
          <ApiKeySection user={user} />
          <AccountSection title="Delete your account" intro="What is yours alone goes with it.">
            <AccountRow title="For good" value="This cannot be undone." action="Delete account" variant="danger">
              {(close) => <DeleteAccountForm user={user} onClose={close} />}
            </AccountRow>
          </AccountSection>
        </div>
      ) : error ? (
        <ErrorState title="Your account could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
          {messageOf(error)}
        </ErrorState>
      ) : (
        <LoadingRows label="Loading your account" />
      )}
    </Page>
  )
}

function nameOf(user: User): string {
  return [user.first_name, user.last_name].filter(Boolean).join(' ')
}

function SignInSections() {
  const { data: security, error, isValidating, mutate } = useSecurity()
  if (!security && error) {
    return (
      <ErrorState title="How you sign in could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  return (
    <>
      <AccountSection
        title="Signing in"
        intro="A second factor is asked for with your password, and keeps out others who know it. Google guards its own sign-in."
      >
        {security ? (
          <>
            <PasswordRow security={security} />
            <GoogleRow security={security} />
            <SecondFactorRow security={security} />
          </>
        ) : (
          <LoadingRows label="Loading how you sign in" />
        )}
      </AccountSection>
      <AccountSection title="Sessions" intro="Browsers that are signed in as you. End any that is not yours.">
        {security ? <SessionList sessions={security.sessions} /> : <LoadingRows label="Loading your sessions" />}
      </AccountSection>
    </>
  )
}

function LoadingRows({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="divide-y">
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3.5 sm:px-5">
          <div className="grid flex-1 gap-2 py-1">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3.5 w-48 max-w-full" />
          </div>
          <Skeleton className="h-8 w-24" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
