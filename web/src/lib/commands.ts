import { useEffect, useRef } from 'react'

/** Something the command palette can do. */
export interface Command {
  /** Stable across visits: recently used commands are stored by it. */
  id: string
  group: string
  name: string
  /** Further search words. */
  keywords?: string
  /** The keyboard shortcut for the same: `['g', 'p']`. */
  keys?: readonly string[]
  /** It starts work that may cost credits, so it comes after everything else that fits. */
  isLast?: true
  run: () => void
}

/** A feature's commands at the moment the palette opens; a promise if they have to be loaded. */
export type CommandSource = () => readonly Command[] | Promise<readonly Command[]>

const sources = new Set<CommandSource>()

/** Registers commands until the returned function is called. Sources are asked each time the palette opens. */
export function registerCommands(source: CommandSource): () => void {
  sources.add(source)
  return () => sources.delete(source)
}

/** Registers commands while a component is mounted. */
export function useCommands(source: CommandSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => registerCommands(() => latest.current()), [])
}

/** All commands on offer now. The newest source comes first, since it belongs to what is open. */
export async function listCommands(): Promise<readonly Command[]> {
  const offered = await Promise.all([...sources].toReversed().map(async (source) => source()))
  return offered.flat()
}
