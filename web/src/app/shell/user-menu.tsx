import { CircleUserRound, Eye, LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { signOut } from '../../features/accounts/sign-out.ts'
import { displayName, useCan, useCurrentUser } from '../../lib/current-user.ts'
import { ROLE_WORDS } from '../../lib/members.ts'
import { useTheme } from '../../lib/theme.ts'
import type { ThemeChoice } from '../../lib/theme.ts'
import { Avatar } from '../../ui/avatar.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/menu.tsx'

const THEMES: { value: ThemeChoice; text: string }[] = [
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
  { value: 'system', text: 'As the system' },
]

const SeeAsDialog = lazy(async () => ({
  default: (await import('../../features/accounts/see-as-dialog.tsx')).SeeAsDialog,
}))

/** Who is signed in, the theme, and the way out. */
export function UserMenu({ folded }: { folded: boolean }) {
  const { data: user } = useCurrentUser()
  const { choice, choose } = useTheme()
  const navigate = useNavigate()
  const canSeeAs = useCan('installation.operate')
  const [seeingAs, setSeeingAs] = useState(false)
  const name = user ? displayName(user) : ''
  const role = user?.organization_membership?.role
  async function leave() {
    await signOut()
    await navigate('/sign-in')
  }
  return (
    <>
      <Menu>
        <MenuTrigger
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
        </MenuTrigger>
        <MenuContent side="top" align="start" className="w-56">
          <MenuLabel className="truncate">{user?.email}</MenuLabel>
          <MenuItem asChild>
            <Link to="/account">
              <CircleUserRound aria-hidden="true" />
              Account
            </Link>
          </MenuItem>
          <MenuSeparator />
          <MenuLabel>Theme</MenuLabel>
          <MenuRadioGroup value={choice} onValueChange={(value) => choose(value as ThemeChoice)}>
            {THEMES.map(({ value, text }) => (
              <MenuRadioItem key={value} value={value}>
                {text}
              </MenuRadioItem>
            ))}
          </MenuRadioGroup>
          <MenuSeparator />
          {canSeeAs && (
            <MenuItem onSelect={() => setSeeingAs(true)}>
              <Eye aria-hidden="true" />
              See as another user
            </MenuItem>
          )}
          <MenuItem onSelect={() => void leave()}>
            <LogOut aria-hidden="true" />
            Sign out
          </MenuItem>
        </MenuContent>
      </Menu>
      {seeingAs && (
        <Suspense>
          <SeeAsDialog open onOpenChange={setSeeingAs} />
        </Suspense>
      )}
    </>
  )
}
