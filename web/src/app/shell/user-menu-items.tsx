import { CircleUserRound, Eye, LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link, useNavigate } from 'react-router'
import { signOut } from '../../features/accounts/sign-out.ts'
import { useCan, useCurrentUser } from '../../lib/current-user.ts'
import { useTheme } from '../../lib/theme.ts'
import type { ThemeChoice } from '../../lib/theme.ts'
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

/** Account, theme and sign-out. */
export function UserMenuItems({ trigger, onSeeAs }: { trigger: ReactElement; onSeeAs: () => void }) {
  const { data: user } = useCurrentUser()
  const { choice, choose } = useTheme()
  const navigate = useNavigate()
  const canSeeAs = useCan('installation.operate')
  async function leave() {
    await signOut()
    await navigate('/sign-in')
  }
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
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
          <MenuItem onSelect={onSeeAs}>
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
  )
}
