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
 * equals, the one used last), then what the project holds, and last the searches, so that `Enter` on a word of a lead
 * does not start one, which may cost credits.
 */
export function findCommands(
  commands: readonly Command[],
  recentIds: readonly string[],
  { typed, content, hasCosts }: { typed: string; content: Sections; hasCosts: boolean },
): Sections {
  if (typed.trim() === '') return browse(commands, recentIds)
  const items = rank(commands, recentIds, typed)
  const [usual, last] = [items.filter(({ isLast }) => !isLast), items.filter(({ isLast }) => isLast)]
  const title = hasCosts ? 'Costs credits' : 'Run search'
  const sections = [{ title: null, items: usual }, ...content, { title, items: last }]
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
