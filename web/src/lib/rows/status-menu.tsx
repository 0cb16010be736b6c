import type { Status } from '@leadlight/contract/statuses'
import { Settings2 } from 'lucide-react'
import type { ReactElement } from 'react'
import { useCan } from '../current-user.ts'
import { Kbd } from '../../ui/kbd.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/menu.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { useManage } from './use-manage.ts'

const NONE = 'none'
const KEYS_MAX = 9

interface StatusMenuProps {
  statuses: readonly Status[]
  /** The current status; undefined if several rows differ. */
  chosen?: Status | null
  onChoose: (status: Status | null) => void
  defaultOpen?: boolean
  align?: 'start' | 'end'
  /** The button that opens the menu. */
  trigger: ReactElement
}

/** All statuses, each with the key that sets it, and a link to edit them. */
export function StatusMenu(props: StatusMenuProps) {
  const { statuses, chosen, onChoose, defaultOpen = false, align = 'end', trigger } = props
  const canEdit = useCan('status.write')
  const manage = useManage()
  const value = chosen === undefined ? '' : (chosen?.id ?? NONE)
  return (
    <Menu defaultOpen={defaultOpen}>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align={align} aria-label="Status">
        <MenuRadioGroup
          value={value}
          onValueChange={(id) => {
            if (id !== value) onChoose(statuses.find((status) => status.id === id) ?? null)
          }}
        >
          {statuses.map((status, index) => (
            <MenuRadioItem key={status.id} value={status.id}>
              <span className="flex min-w-0 flex-1 items-center justify-between gap-3">
                <StatusPill color={status.color} name={status.name} />
                {index < KEYS_MAX && (
                  <span aria-hidden="true">
                    <Kbd>{index + 1}</Kbd>
                  </span>
                )}
              </span>
            </MenuRadioItem>
          ))}
          <MenuRadioItem value={NONE}>
            <span className="flex flex-1 items-center justify-between gap-3 text-ink-2">
              No status
              <span aria-hidden="true">
                <Kbd>0</Kbd>
              </span>
            </span>
          </MenuRadioItem>
        </MenuRadioGroup>
        {canEdit && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => manage('statuses')}>
              <Settings2 aria-hidden="true" />
              Edit statuses…
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
