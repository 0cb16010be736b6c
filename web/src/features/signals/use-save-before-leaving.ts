import { useEffect, useRef, useState } from 'react'

export interface SaveBeforeLeaving {
  /** Registers what is to be saved under a name; the answer takes it away again. */
  add: (name: string, save: () => Promise<boolean>) => () => void
  /** Saves all of it; answers whether everything could be saved. */
  saveAll: () => Promise<boolean>
}

/** Collects what is typed but not saved in several places, so that one button can save it all before going on. */
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

/** Takes part in a `SaveBeforeLeaving` while the component shows. */
export function useSaveBeforeLeaving(registry: SaveBeforeLeaving, name: string, save: () => Promise<boolean>): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => registry.add(name, () => latest.current()), [registry, name])
}
