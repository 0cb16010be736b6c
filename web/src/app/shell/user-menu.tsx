import { lazy, Suspense, useState } from 'react'
import { displayName, useCurrentUser } from '../../lib/current-user.ts'
import { ROLE_WORDS } from '../../lib/members.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'

const UserMenuItems = lazy(async () => ({ default: (await import('./user-menu-items.tsx')).UserMenuItems }))
const SeeAsDialog = lazy(async () => ({
  default: (await import('../../features/accounts/see-as-dialog.tsx')).SeeAsDialog,
}))

/** The signed-in user, with a menu for theme and sign-out. */
export function UserMenu({ folded }: { folded: boolean }) {
  const { data: user } = useCurrentUser()
  const [seeingAs, setSeeingAs] = useState(false)
  const name = user ? displayName(user) : ''
  const role = user?.organization_membership?.role
  return (
    <>
      <OnDemand
        trigger={
          <button
            type="button"
            aria-label={folded ? `Account: ${name}` : undefined}
            className={`flex items-center gap-2.25 rounded-control p-1 text-left hover:bg-hover ${folded ? '' : 'min-w-0 flex-1'}`}
          >
            <Avatar name={name} />
            {!folded && (
              <span className="min-w-0 flex-1 leading-tight">
                <span className="sr-only">Account: </span>
                <span className="block truncate font-medium">{name}</span>
                {role && <span className="block text-xs text-ink-3">{ROLE_WORDS[role]}</span>}
              </span>
            )}
          </button>
        }
      >
        {(trigger) => <UserMenuItems trigger={trigger} onSeeAs={() => setSeeingAs(true)} />}
      </OnDemand>
      {seeingAs && (
        <Suspense>
          <SeeAsDialog open onOpenChange={setSeeingAs} />
        </Suspense>
      )}
    </>
  )
}
