import type { ReactElement } from 'react'
import { useSmartColumns } from '../../lib/smart-columns.ts'
import { OrderMenu as OrderMenuOfRows } from '../../lib/rows/order-menu.tsx'
import type { LeadOrder } from './lead-order.ts'
import { columnSort, ORDERS } from './lead-order.ts'

interface OrderMenuProps {
  projectId: string
  order: LeadOrder
  onChange: (order: LeadOrder) => void
  trigger: ReactElement
}

/** The list's orders: the general ones, and each smart column in both directions. */
export function OrderMenu({ projectId, order, onChange, trigger }: OrderMenuProps) {
  const { data: columns = [] } = useSmartColumns(projectId)
  const byColumn = columns.flatMap((column) => {
    const [first, last] = column.type === 'boolean' ? ['no first', 'yes first'] : ['A to Z', 'Z to A']
    return [
      { label: `${column.name}: ${first}`, by: columnSort(column.id), direction: 'asc' as const },
      { label: `${column.name}: ${last}`, by: columnSort(column.id), direction: 'desc' as const },
    ]
  })
  return (
    <OrderMenuOfRows
      groups={[
        { name: '', orders: ORDERS },
        { name: 'Smart columns', orders: byColumn },
      ]}
      order={order}
      onChange={({ by, direction }) => onChange({ by, direction })}
      trigger={trigger}
    />
  )
}
