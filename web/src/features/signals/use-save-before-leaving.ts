import { useEffect, useRef, useState } from 'react'

export interface SaveBeforeLeaving {
  /** Registers a save function under a name; returns the unregister function. */
  add: (name: string, save: () => Promise<boolean>) => () => void
  /** Saves everything; returns whether all of it succeeded. */
  saveAll: () => Promise<boolean>
}

/** Collects the unsaved input of several components, so one button can save it all before going on. */
export function useSaves(): SaveBeforeLeaving {
  const [saves] = useState(() => new Map<string, () => Promise<boolean>>())
  const [registry] = useState<SaveBeforeLeaving>(() => ({
    add(name, save) {
      saves.set(name, save)
      return () => saves.delete(name)
    },
    async saveAll() {
      const outcomes: boolean[] = []
      for (const save of saves.values()) outcomes.push(await save())
      return outcomes.every(Boolean)
    },
  }))
  return registry
}

/** Registers with a `SaveBeforeLeaving`, if there is one, while the component is mounted. */
export function useSaveBeforeLeaving(
  registry: SaveBeforeLeaving | undefined,
  name: string,
  save: () => Promise<boolean>,
): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => registry?.add(name, () => latest.current()), [registry, name])
}
