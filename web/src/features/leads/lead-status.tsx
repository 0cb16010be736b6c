import { ChevronDown } from 'lucide-react'
import { useLeadStatuses } from '../../lib/lead-statuses.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../../ui/menu.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'

const NONE = 'none'

interface LeadStatusProps {
  projectId: string
  statusId: string | null
  onChoose: (id: string | null, name: string) => void
}

/** The lead's status, and the menu to change it. */
export function LeadStatus({ projectId, statusId, onChoose }: LeadStatusProps) {
  const { data: statuses = [] } = useLeadStatuses(projectId)
  const status = statuses.find((one) => one.id === statusId)
  function choose(value: string) {
    if (value === (statusId ?? NONE)) return
    const chosen = statuses.find((one) => one.id === value)
    onChoose(chosen?.id ?? null, chosen?.name ?? '')
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <ChipButton aria-label={`Status: ${status?.name ?? 'none'}`} className="max-w-48">
          {status ? <StatusPill color={status.color} name={status.name} /> : 'Status'}
          <ChevronDown aria-hidden="true" />
        </ChipButton>
      </MenuTrigger>
      <MenuContent align="start" aria-label="Status">
        <MenuRadioGroup value={statusId ?? NONE} onValueChange={choose}>
          {statuses.map(({ id, name, color }) => (
            <MenuRadioItem key={id} value={id}>
              <StatusPill color={color} name={name} />
            </MenuRadioItem>
          ))}
          <MenuRadioItem value={NONE}>No status</MenuRadioItem>
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
