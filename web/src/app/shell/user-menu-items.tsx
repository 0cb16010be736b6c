import { BookOpen, CircleUserRound, Eye, LogOut } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/use-router.ts'
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

/** Account, guide, theme and sign-out. */
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
        <MenuItem asChild>
          <a href="/guide/" target="_blank" rel="noreferrer">
            <BookOpen aria-hidden="true" />
            Guide
          </a>
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
