/**
 * Says that something happened, to whoever would otherwise have to look for it: in this process at once, in the others of the
 * installation a moment later. A ring may be lost, so whoever hears one looks now and then all the same.
 */
export interface Notices {
  ring(topics: Iterable<string>): void
  /** Calls back at each ring of the topic, until what it answers is called. */
  hear(topic: string, onRing: () => void): () => void
  /** Whether the other processes are heard now; where not, looking has to make up for it. */
  isHearing(): boolean
  close(): Promise<void>
}

/** Within one process, which is all there is of an installation on the embedded database. */
export function createLocalNotices(): Notices {
  const listeners = new Map<string, Set<() => void>>()
  return {
    ring(topics) {
      for (const topic of topics) for (const onRing of listeners.get(topic) ?? []) onRing()
    },
    hear(topic, onRing) {
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(onRing))
      return () => {
        those.delete(onRing)
        if (those.size === 0 && listeners.get(topic) === those) listeners.delete(topic)
      }
    },
    isHearing: () => true,
    close: () => Promise.resolve(),
  }
}
