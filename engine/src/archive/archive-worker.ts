import { parentPort } from 'node:worker_threads'
import type { ArchivedMatch, ArchivedPost, ArchiveRequest } from './archived-post.ts'
import { PostArchive } from './post-archive.ts'

export type ArchiveOrder =
  | { put: readonly ArchivedPost[] }
  | { remove: readonly string[] }
  | { search: ArchiveRequest }
  | { measure: true }

/** How many posts an archive holds, and the memory they take. */
export interface ArchiveSize {
  posts: number
  bytes: number
}

export type ArchiveAnswer = ArchivedMatch[] | ArchiveSize | null
export type ArchiveReply = { id: number } & ({ answer: ArchiveAnswer } | { problem: string })

const port = parentPort
if (!port) throw new Error('The archive worker must be started as a worker thread.')

const archive = new PostArchive()

// Orders run one after another, so a search knows everything put before.
port.on('message', ({ id, order }: { id: number; order: ArchiveOrder }) => port.postMessage(answer(id, order)))

function answer(id: number, order: ArchiveOrder): ArchiveReply {
  try {
    return { id, answer: carryOut(order) }
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) }
  }
}

function carryOut(order: ArchiveOrder): ArchiveAnswer {
  if ('search' in order) return archive.search(order.search)
  if ('measure' in order) return { posts: archive.size, bytes: archive.bytes }
  if ('put' in order) for (const post of order.put) archive.put(post)
  else for (const id of order.remove) archive.remove(id)
  return null
}
