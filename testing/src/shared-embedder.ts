import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'

/**
 * The built-in embedder, one for this process whatever apps it builds, so that not each of them starts a process and
 * loads the model. Closing it leaves it to the others; it ends with this process, as `embedding-process.test.ts` shows.
 */
export const sharedEmbedder: Embedder = { ...createLocalEmbedder(), close: () => Promise.resolve() }
