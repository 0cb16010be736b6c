import type { Command } from '../../lib/commands.ts'
import { fuzzyScore } from '../../lib/fuzzy.ts'
import type { PaletteItem, PaletteSection } from '../../ui/palette.tsx'

const RECENT_SHOWN = 5
const FOUND_MAX = 50

export interface FoundCommand extends PaletteItem {
  run: () => void
}

type Sections = readonly PaletteSection<FoundCommand>[]

/**
 * The palette's commands. Without a text: the recently used, then every group. With a text: the best match first (of
 * equals, the one used last), then what the project holds, and last what costs credits, so that `Enter` does not spend
 * any on a word of a lead.
 */
export function findCommands(
  commands: readonly Command[],
  recentIds: readonly string[],
  { typed, content }: { typed: string; content: Sections },
): Sections {
  if (typed.trim() === '') return browse(commands, recentIds)
  const items = rank(commands, recentIds, typed)
  const [free, costly] = [items.filter(({ costs }) => !costs), items.filter(({ costs }) => costs)]
  const sections = [{ title: null, items: free }, ...content, { title: 'Costs credits', items: costly }]
  return sections.filter((section) => section.items.length > 0)
}

function rank(commands: readonly Command[], recentIds: readonly string[], typed: string) {
  const found = commands.flatMap((command) => {
    const score = scoreOf(command, typed)
    const recency = recentIds.indexOf(command.id)
    return score === null ? [] : [{ command, score, recency: recency < 0 ? Infinity : recency }]
  })
  // Both may be infinite, and Infinity - Infinity is NaN.
  found.sort((a, b) => b.score - a.score || (a.recency === b.recency ? 0 : a.recency - b.recency))
  return found.slice(0, FOUND_MAX).map(({ command }) => ({ ...command, hint: command.group }))
}

function browse(commands: readonly Command[], recentIds: readonly string[]): PaletteSection<FoundCommand>[] {
  const recent = recentIds
    .flatMap((id) => commands.find((command) => command.id === id) ?? [])
    .slice(0, RECENT_SHOWN)
    .map((command) => ({ ...command, hint: command.group }))
  const recentShown = new Set(recent.map(({ id }) => id))
  const groups = Map.groupBy(
    commands.filter(({ id }) => !recentShown.has(id)),
    ({ group }) => group,
  )
  const sections = [...groups].map(([title, items]) => ({ title, items }))
  return recent.length > 0 ? [{ title: 'Recent', items: recent }, ...sections] : sections
}

/** Its own name scores first, then its group and keywords. */
function scoreOf({ name, group, keywords = '' }: Command, typed: string): number | null {
  const byName = fuzzyScore(typed, name)
  if (byName !== null) return byName + 1
  return fuzzyScore(typed, `${group} ${name} ${keywords}`) === null ? null : 0
}
