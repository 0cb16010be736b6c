// A process with an embedder of its own, which ends at the moment and in the way it is told.
import { createEmbeddingProcess } from '../embedding/embedding-process.ts'
import { createDice } from './dice.ts'
import { askUntil, MOMENTS, PARENT_ENDS, PARENT_STATUS } from './ended-embedding.ts'

const [moment, end, seed = ''] = process.argv.slice(2)
const when = MOMENTS.find((one) => one === moment)
const how = PARENT_ENDS.find((one) => one === end)
if (!when || !how) throw new Error(`There is no ${moment} or no ${end}.`)
await askUntil(createEmbeddingProcess(), when, createDice(seed))
if (how === 'exit') process.exit(PARENT_STATUS)
process.kill(process.pid, how)
