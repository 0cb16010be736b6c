/**
 * Notifies whoever would otherwise have to poll: in this process at once, in the installation's others a moment later.
 * A notification may be lost, so listeners also poll now and then.
 */
export interface Notices {
  ring(topics: Iterable<string>): void
  /** Calls back at each notification of the topic, until the returned function is called. */
  hear(topic: string, onRing: () => void): () => void
  /** Whether other processes are heard now; where not, listeners have to poll more often. */
  isHearing(): boolean
  close(): Promise<void>
}

/** Notices within one process, which is all an installation on the embedded database has. */
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
