import { escapeLike, readAddress } from '../../core/posts/post-address.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'
import { requireProject } from '../../core/projects/require-project.ts'
import { requireSignals } from '../../core/signals/require-signal.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { selectPassedOver, type PassedOverRow } from './passed-over-store.ts'

const SHOWN_MAX = 50
const WORDS_MAX = 20

export interface PassedOverPage {
  rows: PassedOverRow[]
  isMore: boolean
}

/** Finds what the project's signals, or one of them, collected and did not keep, by the posts' words or their address. */
export function listPassedOver(
  { db, suppression }: { db: Db; suppression: Suppression },
  actor: Actor,
  asked: { projectId: string; signalId?: string | undefined; text: string },
): Promise<PassedOverPage> {
  const { organizationId } = actor
  const { projectId, signalId } = asked
  return db.transaction(organizationScope(organizationId), async (tx) => {
    await requireProject(tx, actor, projectId)
    await requireSignals(tx, organizationId, { projectId, ids: signalId === undefined ? [] : [signalId] })
    const request = { signalId, ...readText(asked.text), limit: SHOWN_MAX }
    return selectPassedOver(tx, suppression, { organizationId, projectId }, request)
  })
}

function readText(text: string): { words: string[] } | { address: string } {
  const address = readAddress(text)
  if (address !== undefined) return { address }
  const words = text.split(/\s+/u).filter((word) => word !== '')
  return { words: words.slice(0, WORDS_MAX).map((word) => `%${escapeLike(word)}%`) }
}
