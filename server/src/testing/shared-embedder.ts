import type { Embedder } from '../ai/embedder.ts'
import { createLocalEmbedder } from '../ai/local-embedder.ts'

/**
 * The built-in embedder, of which this process has one whatever apps it builds: loading the model takes longer than most tests.
 * Who closes it leaves it to the others; it ends with this process, as `embedding-process.unit.test.ts` shows.
 */
export const sharedEmbedder: Embedder = { ...createLocalEmbedder(), close: () => Promise.resolve() }
