import type { Command } from '../../lib/commands.ts'
import { formatCount } from '../../lib/format.ts'
import type { ProspectRow } from './prospect-kind.ts'
import type { Prospects } from './use-prospects.ts'

/** Palette commands for the selected people or companies, or else the open or focused one. */
export function prospectCommands<Row extends ProspectRow>(prospects: Prospects<Row>, canDelete: boolean): Command[] {
  const { kind, statuses } = prospects
  const target = prospects.target()
  if (!target) return []
  const count = target.allOf?.count ?? target.rows.length
  const { one, several } = kind.noun
  const [first] = target.rows
  // One that is only focused in the list is named: "this" is the open one.
  const isOpen = first === undefined || prospects.position.openId === first.id
  const group =
    count === 1 ? (isOpen ? `This ${one}` : first.name) : formatCount(count, `selected ${one}`, `selected ${several}`)
  const isDeleted = prospects.filters.filters.deleted
  const choices = [
    ...statuses.map((status, index) => ({ status, name: `Status: ${status.name}`, key: String(index + 1) })),
    ...(statuses.length > 0 ? [{ status: null, name: 'No status', key: '0' }] : []),
  ]
  const commands: Command[] = choices.map(({ status, name, key }) => ({
    id: `prospect-status-${status?.id ?? 'none'}`,
    group,
    name,
    keywords: 'set mark',
    ...(key.length === 1 ? { keys: [key] } : {}),
    run: () => prospects.setStatus(status, target),
  }))
  if (!canDelete) return commands
  return [
    ...commands,
    {
      id: 'prospect-delete',
      group,
      name: isDeleted ? 'Bring back' : 'Delete',
      keywords: 'undelete remove',
      keys: ['#'],
      run: () => prospects.setDeleted(!isDeleted, target),
    },
  ]
}
