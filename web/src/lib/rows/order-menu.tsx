import type { ReactElement } from 'react'
import { Menu, MenuContent, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuTrigger } from '../../ui/menu.tsx'

interface Order {
  by: string
  direction: 'asc' | 'desc'
}

interface OrderMenuProps<Named extends Order> {
  /** The orders in groups; the first group has no name. */
  groups: readonly { name: string; orders: readonly (Named & { label: string })[] }[]
  order: Order
  onChange: (order: Named) => void
  trigger: ReactElement
}

/** The orders of a list. */
export function OrderMenu<Named extends Order>({ groups, order, onChange, trigger }: OrderMenuProps<Named>) {
  const all = groups.flatMap(({ orders }) => orders)
  const chosen = all.find(({ by, direction }) => by === order.by && direction === order.direction)
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end" aria-label="Order">
        <MenuRadioGroup
          value={chosen?.label ?? ''}
          onValueChange={(label) => {
            const next = all.find((one) => one.label === label)
            if (next) onChange(next)
          }}
        >
          {groups.map(({ name, orders }) => [
            name !== '' && orders.length > 0 && <MenuLabel key={`group ${name}`}>{name}</MenuLabel>,
            ...orders.map(({ label }) => (
              <MenuRadioItem key={label} value={label}>
                {label}
              </MenuRadioItem>
            )),
          ])}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}
