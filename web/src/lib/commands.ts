import { useEffect, useRef } from 'react'

/** Something the command palette can do. */
export interface Command {
  /** Stays the same from visit to visit: what was used lately is remembered by it. */
  id: string
  group: string
  name: string
  /** More words it is found by. */
  keywords?: string
  /** The keys that do the same: `['g', 'p']`. */
  keys?: readonly string[]
  run: () => void
}

/** What a feature offers at the moment it is asked; a promise where it has to load that first. */
export type CommandSource = () => readonly Command[] | Promise<readonly Command[]>

const sources = new Set<CommandSource>()

/** Offers commands until the returned function is called. They are asked for each time the palette opens. */
export function registerCommands(source: CommandSource): () => void {
  sources.add(source)
  return () => sources.delete(source)
}

/** Offers commands while a component shows. */
export function useCommands(source: CommandSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => registerCommands(() => latest.current()), [])
}

/** What all features offer right now; those that came last first, as they belong to what is open. */
export async function listCommands(): Promise<readonly Command[]> {
  const offered = await Promise.all([...sources].toReversed().map(async (source) => source()))
  return offered.flat()
}
