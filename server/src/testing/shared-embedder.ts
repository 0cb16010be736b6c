import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'

/**
 * The built-in embedder, of which this process has one whatever apps it builds, so that not each of them starts a process and loads the model.
 * Who closes it leaves it to the others; it ends with this process, as `embedding-process.test.ts` shows.
 */
export const sharedEmbedder: Embedder = { ...createLocalEmbedder(), close: () => Promise.resolve() }
