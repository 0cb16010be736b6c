/**
 * Notifies whoever would otherwise have to poll: in this process at once, in the installation's others a moment later.
 * A notification may be lost, so listeners also poll now and then.
 */
export interface Notices {
  notify(topics: Iterable<string>): void
  /** Calls back at each notification of the topic, until the returned function is called. */
  subscribe(topic: string, onNotify: () => void): () => void
  /** Whether other processes are heard now; where not, listeners have to poll more often. */
  isListening(): boolean
  close(): Promise<void>
}

/** Notices within one process, which is all an installation on the embedded database has. */
export function createLocalNotices(): Notices {
  const listeners = new Map<string, Set<() => void>>()
  return {
    notify(topics) {
      for (const topic of topics) for (const onNotify of listeners.get(topic) ?? []) onNotify()
    },
    subscribe(topic, onNotify) {
      const those = listeners.get(topic) ?? new Set()
      listeners.set(topic, those.add(onNotify))
      return () => {
        those.delete(onNotify)
        if (those.size === 0 && listeners.get(topic) === those) listeners.delete(topic)
      }
    },
    isListening: () => true,
    close: () => Promise.resolve(),
  }
}
