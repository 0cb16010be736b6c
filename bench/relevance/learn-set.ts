import { readFileSync } from 'node:fs'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { cosine } from '@leadlight/engine/embedding/vector-bytes'
import { preparePairs, type Pair } from './prepare.ts'
import { postKey, readGraded, readPosts, type Signal } from './read-data.ts'
import type { SpeechActWeights } from '@leadlight/engine/judge/speech-act'

const FOLDER = new URL('./labels/learn', import.meta.url).pathname
/** The set to measure by, of which nothing may be learned. */
export const APART_FOLDER = new URL('./labels/apart', import.meta.url).pathname
/** A signal this near one that is measured says nearly the same, so nothing is learned from it. */
const NEAR = 0.8
/**
 * What a pair here counts against one of the shared data. Five times as many signals, of every field, from smaller
 * pools that were picked by rankers: of .15, .3, .6 and 1 the one that was best on the set apart.
 */
const SHARE = 0.3

/**
 * The shipped last layer has seen these signals' grades, so it says too much of them. Here are three, each taught by the
 * signals of the other two thirds in the same way; the shipped one is their mean.
 */
const THIRDS = new URL('./reader/thirds/', import.meta.url)
const held = JSON.parse(readFileSync(new URL('held.json', THIRDS), 'utf8')) as string[][]

/** The keys of all posts that the set to learn from, and the one set apart, have grades for. */
export function gradedElsewhere(): Set<string> {
  return new Set([FOLDER, APART_FOLDER].flatMap((folder) => readGraded(folder).judgements.map(postKey)))
}

/** Pairs of the signals to learn from, but for those near a signal that is measured or is set apart. */
export async function prepareLearnSet(
  embedder: Embedder,
  { heads, postsFolder, measured }: { heads: SpeechActWeights; postsFolder: string; measured: readonly Signal[] },
): Promise<Pair[]> {
  const { signals, judgements } = readGraded(FOLDER)
  const near = await findNear(embedder, signals, [...measured, ...readGraded(APART_FOLDER).signals])
  const kept = judgements.filter(({ signal }) => !near.has(signal))
  const posts = readPosts(postsFolder, new Set(kept.map(postKey)))
  const pairs: Pair[] = []
  for (const [layer, judged] of Map.groupBy(kept, ({ signal }) => layerUnawareOf(signal))) {
    const unaware = createLocalEmbedder({ layerFile: new URL(layer) })
    const own = signals.filter(({ id }) => layerUnawareOf(id) === layer)
    pairs.push(...(await preparePairs(unaware, { signals: own, judgements: judged, posts }, heads)))
    await unaware.close()
  }
  return pairs.map((pair) => ({ ...pair, share: SHARE }))
}

/** The address of the layer that has not seen a signal's grades; of the first where none has. */
export function layerUnawareOf(signal: string): string {
  const third = held.findIndex((ids) => ids.includes(signal))
  return new URL(`${Math.max(0, third)}.onnx`, THIRDS).href
}

async function findNear(
  embedder: Embedder,
  signals: readonly Signal[],
  others: readonly Signal[],
): Promise<Set<string>> {
  const embed = (of: readonly Signal[]) => embedder.embed(of.map(({ intent_signal: sentence }) => sentence))
  const [own, measured] = [await embed(signals), await embed(others)]
  const isNear = (vector: Float32Array) => measured.some((other) => cosine(vector, other) >= NEAR)
  return new Set(signals.filter((_, index) => isNear(own[index] ?? new Float32Array())).map(({ id }) => id))
}
