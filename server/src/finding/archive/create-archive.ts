import { startArchiveThread, type ArchiveThread } from '@leadlight/engine/archive/archive-thread'
import { nameOfProject } from '../../core/projects/name-of-project.ts'
import { slept, type Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import type { Archive, ArchiveQuery } from './archive.ts'
import { createFilling } from './fill-archive.ts'

/** Well below the minute in which an erased post must be gone everywhere. */
const LOOK_EVERY_MS = 5_000

export interface ArchiveDependencies {
  db: Db
  clock: Clock
  log: Log
  /** The model whose vectors are compared. */
  model: string
}

/**
 * An archive in this process's memory, in a thread of its own. It is filled from the database in the background, newest
 * posts first, and then follows it: what changed or went, whichever process did it, is taken in within seconds.
 */
export function createArchive(deps: ArchiveDependencies): Archive {
  const closing = new AbortController()
  let thread = startArchiveThread()
  const running = run()

  async function run(): Promise<void> {
    let filling = createFilling(deps, thread)
    do {
      if (thread.isLost() || filling.isOutdated()) {
        await thread.stop()
        thread = startArchiveThread()
        filling = createFilling(deps, thread)
      }
      try {
        await filling.advance(closing.signal)
      } catch (error) {
        if (closing.signal.aborted) return
        deps.log.warn({ err: error }, 'The archive of posts could not follow the database; it tries again.')
      }
    } while (await slept(deps.clock, LOOK_EVERY_MS, closing.signal))
  }

  return {
    async search(query, signal) {
      signal.throwIfAborted()
      const without = await findWithout(deps.db, query)
      signal.throwIfAborted()
      return without ? ask(thread, query, without) : []
    },
    async close() {
      closing.abort()
      await thread.stop()
      await running
    },
  }
}

/** The platforms that the project has turned off; undefined where the organization has no such project. */
function findWithout(db: Db, { organizationId, projectId }: ArchiveQuery) {
  return db.transaction(organizationScope(organizationId), async (tx) =>
    (await nameOfProject(tx, organizationId, projectId)) === undefined
      ? undefined
      : findTurnedOff(tx, organizationId, projectId),
  )
}

function ask(thread: ArchiveThread, query: ArchiveQuery, without: ReadonlySet<string>) {
  const { voices, terms, projectId, since, limit } = query
  return thread.search({ voices, terms, projectId, limit, without: [...without], since: since?.getTime() ?? null })
}
