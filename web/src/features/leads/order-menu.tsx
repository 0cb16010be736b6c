import type { ReactElement } from 'react'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { Menu, MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../../ui/menu.tsx'
import type { LeadOrder } from './lead-order.ts'
import { columnSort, isSameOrder, ORDERS } from './lead-order.ts'

interface OrderMenuProps {
  projectId: string
  order: LeadOrder
  onChange: (order: LeadOrder) => void
  trigger: ReactElement
}

/** The orders a list can have: the usual ones, and each smart column both ways. */
export function OrderMenu({ projectId, order, onChange, trigger }: OrderMenuProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  const byColumn = columns.flatMap((column) => {
    const [first, last] = column.type === 'boolean' ? ['no first', 'yes first'] : ['A to Z', 'Z to A']
    return [
      { label: `${column.name}: ${first}`, by: columnSort(column.id), direction: 'asc' as const },
      { label: `${column.name}: ${last}`, by: columnSort(column.id), direction: 'desc' as const },
    ]
  })
  const all = [...ORDERS, ...byColumn]
  const chosen = all.find((one) => isSameOrder(one, order))
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end" aria-label="Order">
        <MenuRadioGroup
          value={chosen?.label ?? ''}
          onValueChange={(label) => {
            const next = all.find((one) => one.label === label)
            if (next) onChange({ by: next.by, direction: next.direction })
          }}
        >
          {ORDERS.map(({ label }) => (
            <MenuRadioItem key={label} value={label}>
              {label}
            </MenuRadioItem>
          ))}
          {byColumn.length > 0 && <MenuLabel>Smart columns</MenuLabel>}
          {byColumn.map(({ label, by, direction }) => (
            <MenuRadioItem key={`${by} ${direction}`} value={label}>
              {label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
