import { readFileSync } from 'node:fs'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { cosine } from '@leadlight/engine/embedding/vector-bytes'
import type { ConditionKind } from '@leadlight/domain/conditions'
import { HEAD_INPUTS, scoreConditions, type ConditionWeights } from '@leadlight/engine/judge/condition-heads'
import type { SpeechActWeights } from '@leadlight/engine/judge/speech-act'
import { describeTokens, type Tagger } from '@leadlight/engine/judge/tagged-words'
import { planSignal } from '@leadlight/engine/plan/plan'
import {
  compareWords,
  fitHeads,
  fitTagger,
  readChanged,
  readNotes,
  type MetRow,
  type Wording,
} from './fit-conditions.ts'
import { prepareReads, type Pair } from './prepare.ts'
import { postKey, readGraded, readPosts, type GradedPost, type Signal } from './read-data.ts'

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
/** In so many folds by business the heads, and the tagger, say what they say of pairs to learn from. */
const FOLDS = 6

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

/** A signal to learn from, or what became of it with one condition changed. */
interface Asked extends Signal {
  /** The id of the signal it is, or was. */
  first: string
  changed: ConditionKind | undefined
}

interface LearnOrder {
  speech: SpeechActWeights
  postsFolder: string
  measured: readonly Signal[]
}

/**
 * Pairs of the signals to learn from, but for those near a signal that is measured or is set apart, and the heads for
 * their conditions. What the heads say of these pairs is by heads, and a tagger, that have not seen the business.
 */
export async function prepareLearnSet(
  embedder: Embedder,
  { speech, postsFolder, measured }: LearnOrder,
): Promise<{ pairs: Pair[]; conditions: Pick<ConditionWeights, 'inputs' | 'tagger' | 'heads'> }> {
  const { signals, judgements } = readGraded(FOLDER)
  const near = await findNear(embedder, signals, [...measured, ...readGraded(APART_FOLDER).signals])
  const changed = readChangedSignals(signals)
  const asked = [...signals.map((own): Asked => ({ ...own, first: own.id, changed: undefined })), ...changed.asked]
  const kept = asked.filter(({ first }) => !near.has(first))
  const foldOf = foldsOf(signals)
  const wordings = await compareWordings(embedder, kept)
  const outside = <T extends { business: string }>(of: readonly T[], fold: number): T[] =>
    of.filter(({ business }) => foldOf(business) !== fold)
  const folds = Array.from({ length: FOLDS }, (_, fold) => fold)
  const taggers = folds.map((fold) => fitTagger(outside(wordings, fold)))
  const graded = [...judgements, ...changed.judgements].filter(({ signal }) => kept.some(({ id }) => id === signal))
  const reads = await readAsked(kept, {
    judgements: graded,
    postsFolder,
    speech,
    taggerOf: ({ business }) => taggers[foldOf(business)] as Tagger,
  })
  const rows = labelRows(reads, { asked: kept, judgements })
  const headsOf = folds.map((fold) => fitHeads(outside(rows, fold)))
  const pairs = reads.flatMap((pair): Pair[] => {
    const heads = headsOf[foldOf(pair.business)]
    const isFirst = kept.some(({ id, changed: change }) => id === pair.signal && change === undefined)
    return heads && isFirst ? [{ ...pair, met: scoreConditions(heads, pair.reads), share: SHARE }] : []
  })
  return {
    pairs,
    conditions: { inputs: [...HEAD_INPUTS], tagger: fitTagger(wordings), heads: fitHeads(rows) },
  }
}

/** The number of the fold of a business. */
function foldsOf(signals: readonly Signal[]): (business: string) => number {
  const businesses = [...new Set(signals.map(({ business }) => business))].sort()
  return (business) => businesses.indexOf(business) % FOLDS
}

interface Counterfactual {
  signal: string
  changed: ConditionKind | 'time'
  intent_signal: string
  grades: [file: string, id: string, grade: GradedPost['grade']][]
}

function readChangedSignals(signals: readonly Signal[]): { asked: Asked[]; judgements: GradedPost[] } {
  const lines = readFileSync(`${FOLDER}/counterfactuals.jsonl`, 'utf8').trim().split('\n')
  const asked: Asked[] = []
  const judgements: GradedPost[] = []
  for (const [index, line] of lines.entries()) {
    const { signal, changed, intent_signal, grades } = JSON.parse(line) as Counterfactual
    const id = `${signal}/${index}`
    const business = signals.find((own) => own.id === signal)?.business ?? ''
    asked.push({ id, business, intent_signal, first: signal, changed: changed === 'time' ? 'limit' : changed })
    for (const [file, post, grade] of grades) judgements.push({ signal: id, file, id: post, grade })
  }
  return { asked, judgements }
}

/** Each counterfactual beside its signal, as the tagger reads them. */
async function compareWordings(
  embedder: Embedder,
  asked: readonly Asked[],
): Promise<(Wording & { business: string })[]> {
  const read = new Map<string, { words: { at: number; word: string }[]; starts: Int32Array; tokens: Float32Array[] }>()
  for (const { id, intent_signal: sentence } of asked) {
    const plan = planSignal(sentence)
    const [words] = await embedder.embedTokens([plan.signal])
    if (!words) continue
    const own = [...plan.signal.matchAll(/\S+/g)].map(({ 0: word, index }) => ({ at: index, word: toPlain(word) }))
    read.set(id, { words: own, starts: words.starts, tokens: describeTokens({ plan, words }) })
  }
  return asked.flatMap(({ id, first, changed, business }) => {
    const sides = [read.get(first), read.get(id)]
    const [left, right] = sides
    if (changed === undefined || !left || !right) return []
    const differs = compareWords(
      ...([left, right].map(({ words }) => words.map(({ word }) => word)) as [string[], string[]]),
    )
    if (differs === undefined) return []
    return [left, right].map(({ words, starts, tokens }, side) => ({
      kind: changed,
      business,
      tokens,
      differs: Array.from(starts, (start) => differs[side]?.[words.findLastIndex(({ at }) => at <= start)] === true),
    }))
  })
}

function toPlain(word: string): string {
  return word.toLowerCase().replace(/^[.,;:?!"()]+|[.,;:?!"()]+$/g, '')
}

/** Reads what is asked, each by the layer that has not seen its grades. */
async function readAsked(
  asked: readonly Asked[],
  order: {
    judgements: readonly GradedPost[]
    postsFolder: string
    speech: SpeechActWeights
    taggerOf: (signal: Signal) => Tagger
  },
): Promise<Omit<Pair, 'met'>[]> {
  const { judgements, postsFolder, speech, taggerOf } = order
  const posts = readPosts(postsFolder, new Set(judgements.map(postKey)))
  const reads: Omit<Pair, 'met'>[] = []
  for (const [layer, signals] of Map.groupBy(asked, ({ first }) => layerUnawareOf(first))) {
    const ids = new Set(signals.map(({ id }) => id))
    const unaware = createLocalEmbedder({ layerFile: new URL(layer) })
    const own = judgements.filter(({ signal }) => ids.has(signal))
    reads.push(...(await prepareReads(unaware, { signals, judgements: own, posts }, { speech, taggerOf })))
    await unaware.close()
  }
  return reads
}

/** Which conditions each post meets, by its reader's notes and by the counterfactuals. */
function labelRows(
  reads: readonly Omit<Pair, 'met'>[],
  { asked, judgements }: { asked: readonly Asked[]; judgements: readonly GradedPost[] },
): (MetRow & { business: string })[] {
  const byId = new Map(asked.map((own) => [own.id, own]))
  const noted = new Map(judgements.map((own) => [`${own.signal} ${postKey(own)}`, own]))
  return reads.flatMap(({ signal, post, grade, business, reads: inputs }) => {
    const own = byId.get(signal)
    if (!own) return []
    const first = noted.get(`${own.first} ${post}`)
    const notes = first && { grade: first.grade, letters: first.conditions ?? '' }
    const met = own.changed === undefined ? readNotes(notes?.letters ?? '') : readChanged(own.changed, grade, notes)
    return [{ asked: signal, business, inputs, met }]
  })
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
