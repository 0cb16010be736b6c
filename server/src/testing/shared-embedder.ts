import type { Embedder } from '../engine/embedder.ts'
import { createLocalEmbedder } from '../ai/local-embedder.ts'

/**
 * The built-in embedder, of which this process has one whatever apps it builds, so that not each of them starts a process and loads the model.
 * Who closes it leaves it to the others; it ends with this process, as `embedding-process.unit.test.ts` shows.
 */
export const sharedEmbedder: Embedder = { ...createLocalEmbedder(), close: () => Promise.resolve() }
