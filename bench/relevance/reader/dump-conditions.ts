// node bench/relevance/reader/dump-conditions.ts OUT_FOLDER [LAYER]: what heads for who, act, topic and limit are fitted on. For each
// set its signals and counterfactuals, taken apart; for each post under them what each part finds in each sentence. LAYER is
// the model's own last layer, by export.py. Without it words are compared as the product does, and those of a signal to
// learn from by the layer that has not seen its grades.
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readConditions } from '@leadlight/engine/conditions/conditions'
import { rolesOf } from '@leadlight/engine/conditions/who'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { readModelFiles } from '@leadlight/engine/embedding/model-files'
import { cosine } from '@leadlight/engine/embedding/vector-bytes'
import { createWordPiece } from '@leadlight/engine/embedding/word-piece'
import { weighCues } from '@leadlight/engine/judge/cues'
import { computeFeatures, type Match } from '@leadlight/engine/judge/features'
import { measureNearness } from '@leadlight/engine/judge/late-interaction'
import { nearestTokens, tokenRows } from '@leadlight/engine/judge/near-tokens'
import { draftReading, unitRows, type Reading } from '@leadlight/engine/judge/reading'
import { readPosts as readTexts } from '@leadlight/engine/judge/read-posts'
import { composeSpeech, predictSpeech, type SpeechActWeights } from '@leadlight/engine/judge/speech-act'
import { termWeight } from '@leadlight/engine/language/bm25'
import { wordStatistics } from '@leadlight/engine/language/word-statistics'
import { readTerms } from '@leadlight/engine/language/words'
import { planSignal, type Plan } from '@leadlight/engine/plan/plan'
import { embedPlan, type PlanVectors } from '@leadlight/engine/plan/plan-vectors'
import { splitSignal } from '@leadlight/engine/plan/signal-grammar'
import { sayingsFor } from '@leadlight/engine/plan/voices'
import { fitSpeech } from '../fit-models.ts'
import { gradedElsewhere, layerUnawareOf } from '../learn-set.ts'
import { prepareSpeech } from '../prepare.ts'
import { postKey, readGraded, readLabels, readPosts, type GradedPost, type Post, type Signal } from '../read-data.ts'

/** As the embedder cuts texts. */
const TOKENS_MAX = 256
const POSTS_PER_ROUND = 64
const TOPICS_MAX = 6
const SAYINGS_MAX = 4
const QUALIFIERS_MAX = 3
const SHARED = new URL('../../../../shared/data/', import.meta.url).pathname
const LABELS = new URL('../labels/', import.meta.url).pathname
const FOLDERS = { apart: `${LABELS}apart`, shared: `${SHARED}relevance`, learn: `${LABELS}learn` }
const [out = '', layer = ''] = process.argv.slice(2)

/** A signal, or what became of it with one condition changed. */
interface Asked {
  sentence: string
  signal: string
  business: string
  changed: string
}

/** A post's grade under what is asked at an index. */
interface Graded {
  at: number
  key: string
  grade: number
  conditions: string
}

interface Counterfactual {
  signal: string
  changed: string
  intent_signal: string
  grades: [file: string, id: string, grade: number][]
}

/** The signal's own words, then each part by itself: their tokens in sequence, and their vectors. */
interface Parts {
  kinds: string[]
  texts: string[]
  tokens: Int16Array
  spans: { from: number; to: number }[]
  vectors: Float32Array[]
}

const embedder = createLocalEmbedder()
const { tokenizer } = await readModelFiles()
const wordPiece = createWordPiece(tokenizer)
const heads = await fitBlindHeads()
for (const [name, folder] of Object.entries(FOLDERS)) await dump(name, folder)
await embedder.close()

/** Heads of speech acts that saw no graded post. */
async function fitBlindHeads(): Promise<SpeechActWeights> {
  const graded = new Set([...gradedElsewhere(), ...readGraded(FOLDERS.shared).judgements.map(postKey)])
  const labels = readLabels(`${SHARED}intent-types/labels.jsonl`).filter((label) => !graded.has(postKey(label)))
  const posts = readPosts(`${SHARED}posts`, new Set(labels.map(postKey)))
  return { version: 'blind', about: {}, heads: fitSpeech(await prepareSpeech(embedder, labels, posts)) }
}

function readAsked(folder: string): { asked: Asked[]; graded: Graded[] } {
  const { signals, judgements }: { signals: Signal[]; judgements: GradedPost[] } = readGraded(folder)
  const places = new Map(signals.map(({ id }, at) => [id, at]))
  const asked = signals.map(({ id, business, intent_signal: sentence }) => ({
    sentence,
    signal: id,
    business,
    changed: '',
  }))
  const graded = judgements.map((own) => ({
    at: places.get(own.signal) ?? 0,
    key: postKey(own),
    grade: own.grade as number,
    conditions: own.conditions ?? '',
  }))
  if (folder === FOLDERS.shared) return { asked, graded }
  for (const line of readFileSync(`${folder}/counterfactuals.jsonl`, 'utf8').trim().split('\n')) {
    const { signal, changed, intent_signal: sentence, grades } = JSON.parse(line) as Counterfactual
    const business = signals[places.get(signal) ?? 0]?.business ?? ''
    const at = asked.push({ sentence, signal, business, changed }) - 1
    for (const [file, id, grade] of grades) graded.push({ at, key: postKey({ file, id }), grade, conditions: '' })
  }
  return { asked, graded }
}

/** Numbers go to one file, in sequence; what they are of is told by where they begin. */
function openNumbers(file: string): { write: (values: Float32Array) => number; close: () => void } {
  const opened = openSync(file, 'w')
  let count = 0
  return {
    write: (values) => {
      writeSync(opened, values)
      count += values.length
      return count - values.length
    },
    close: () => closeSync(opened),
  }
}

/** Texts as the language model knows their words, each once. */
function createIds(): { ids: number[]; place: (text: string) => { row: number; rows: number } } {
  const ids: number[] = []
  const places = new Map<string, { row: number; rows: number }>()
  return {
    ids,
    place: (text) => {
      const known = places.get(text)
      if (known) return known
      const own = wordPiece.encode(text, TOKENS_MAX).ids
      const found = { row: ids.length, rows: own.length }
      ids.push(...own)
      places.set(text, found)
      return found
    },
  }
}

async function embedParts(
  reader: Embedder,
  { plan }: PlanVectors,
): Promise<Parts & { own: Float32Array; starts: Int32Array }> {
  const { rest } = splitSignal(plan.signal, plan.names)
  const self = /^I am [^.]*\. (?=\S)/.exec(plan.voice)?.[0].trim()
  const parts: [kind: string, text: string][] = [
    ['signal', plan.signal],
    ...(plan.who === '' ? [] : [['who', plan.who] as [string, string]]),
    ...(plan.who === '' || self === undefined ? [] : [['self', self] as [string, string]]),
    ...plan.topics.slice(0, TOPICS_MAX).map(({ anyOf: [phrase = ''] }): [string, string] => ['topic', phrase]),
    ...sayingsFor('this', plan.acts)
      .slice(0, SAYINGS_MAX)
      .map(({ text }): [string, string] => ['act', text]),
    ...(rest === '' ? [] : [['rest', rest] as [string, string]]),
    ...plan.qualifiers.slice(0, QUALIFIERS_MAX).map((text): [string, string] => ['limit', text]),
  ]
  const embeddings = await reader.embedTokens(parts.map(([, text]) => text))
  let rows = 0
  const spans = embeddings.map(({ starts }) => {
    rows += starts.length
    return { from: rows - starts.length, to: rows }
  })
  const all = Float32Array.from(embeddings.flatMap(({ near }) => [...unitRows(near, 384)]))
  return {
    kinds: parts.map(([kind]) => kind),
    texts: parts.map(([, text]) => text),
    tokens: tokenRows(all),
    spans,
    vectors: embeddings.map(({ vector }) => vector),
    own: embeddings[0]?.tokens ?? new Float32Array(),
    starts: embeddings[0]?.starts ?? new Int32Array(),
  }
}

function describePlan(plan: Plan, place: (text: string) => { row: number; rows: number }): object {
  const { signal, who, names, topics, qualifiers } = plan
  const voices = [plan.voice, plan.signal, plan.subject].map((text) => ({ ...place(text), weight: 1 }))
  const sayings = sayingsFor(plan.wish, plan.acts).map(({ text, weight }) => ({ ...place(text), weight }))
  return {
    text: signal,
    who,
    names,
    topics,
    qualifiers,
    rest: splitSignal(signal, names).rest,
    roles: rolesOf(who),
    voices: [...voices, ...sayings],
    words: [...signal.matchAll(/\S+/g)].map(({ 0: word, index }) => [index, word, readTerms(word)]),
  }
}

/** What a post says whatever is asked: by sentence its form, cues and speech acts. */
function describePost({ sentences, speech }: Reading, write: (values: Float32Array) => number): object {
  const acts = sentences.map((sentence) => [...predictSpeech(heads, composeSpeech([sentence]).inputs)])
  return {
    sentences: sentences.length,
    inTitle: sentences.map(({ inTitle }) => inTitle),
    terms: sentences.map(({ terms }) => [...terms.counts.keys()]),
    speechAt: write(Float32Array.from(acts.flat())),
    cuesAt: write(Float32Array.from(sentences.flatMap(({ cues }) => [...weighCues([cues])]))),
    // Those of the title follow those of the whole.
    wholeCuesAt: write(Float32Array.from([...speech.wholeCues, ...speech.titleCues])),
  }
}

/** By sentence, how near it comes to each token of the parts; by sentence, whole and title, the cosines of the parts. */
function comparePost(
  { plan, parts }: { plan: PlanVectors; parts: Parts },
  reading: Reading,
  write: (values: Float32Array) => number,
): object {
  const match: Match = { plan, reading, nearness: measureNearness(plan, reading) }
  const all = reading.sentences.map((_, index) => index)
  const features = computeFeatures(match, heads, all)
  const near = nearestTokens(
    parts.tokens,
    reading.sentences.map(({ tokens }) => tokens),
  )
  const places = [...reading.sentences.map(({ vector }) => vector), reading.speech.whole, reading.speech.title]
  return {
    featuresAt: write(Float32Array.from(features.values)),
    speechAt: write(features.speech),
    nearAt: write(Float32Array.from(near.flatMap((row) => [...row]))),
    cosinesAt: write(Float32Array.from(places.flatMap((place) => parts.vectors.map((own) => cosine(own, place))))),
    states: readConditions(match, heads, features.speech).map(({ kind, state }) => [kind, state]),
  }
}

/** Who reads what is asked in a set, each loaded once. */
function createReaders(name: string): { of: (asked?: Asked) => Embedder; close: () => Promise<unknown> } {
  const readers = new Map<string, Embedder>()
  return {
    of: (asked) => {
      const own = name === 'learn' ? layerUnawareOf(asked?.signal ?? '') : ''
      const file = layer === '' ? own : pathToFileURL(layer).href
      const reader = readers.get(file) ?? createLocalEmbedder(file === '' ? {} : { layerFile: new URL(file) })
      readers.set(file, reader)
      return reader
    },
    close: () => Promise.all([...readers.values()].map((reader) => reader.close())),
  }
}

async function dump(name: string, folder: string): Promise<void> {
  const { asked, graded } = readAsked(folder)
  const texts: ReadonlyMap<string, Post> = readPosts(`${SHARED}posts`, new Set(graded.map(({ key }) => key)))
  const { write, close } = openNumbers(`${out}/${name}.f32`)
  const { ids, place } = createIds()
  const plans: { plan: PlanVectors; parts: Parts }[] = []
  const described: object[] = []
  const readers = createReaders(name)
  for (const own of asked) {
    const reader = readers.of(own)
    const plan = await embedPlan(reader, planSignal(own.sentence))
    const { own: tokens, starts, ...parts } = await embedParts(reader, plan)
    plans.push({ plan, parts })
    const terms = parts.texts.map((text) => readTerms(text).map((term) => [term, termWeight(wordStatistics, term)]))
    const { kinds, spans, vectors } = parts
    const numbers = { tokensAt: write(tokens), vectorAt: write(vectors[0] ?? new Float32Array()) }
    const acts = [...plan.acts]
    described.push({
      ...own,
      ...describePlan(plan.plan, place),
      kinds,
      spans,
      terms,
      acts,
      starts: [...starts],
      ...numbers,
    })
  }
  const pairs: object[] = []
  const posts: Record<string, object> = {}
  for (const [reader, by] of Map.groupBy(graded, ({ at }) => readers.of(asked[at]))) {
    const byPost = [...Map.groupBy(by, ({ key }) => key)]
    for (let at = 0; at < byPost.length; at += POSTS_PER_ROUND) {
      const round = byPost.slice(at, at + POSTS_PER_ROUND)
      const own = round.flatMap(([key]) => texts.get(key) ?? [])
      const readings = await readTexts(reader, own)
      for (const [index, reading] of readings.entries()) {
        if (reading.sentences.length === 0) continue
        const [key, grades] = round[index] ?? ['', []]
        const chunks = draftReading(own[index] ?? { title: null, text: '' }).chunks.map(({ text }) => place(text))
        posts[key] ??= { ...describePost(reading, write), chunks }
        for (const row of grades) {
          const planned = plans[row.at]
          if (planned) pairs.push({ ...row, ...comparePost(planned, reading, write) })
        }
      }
    }
  }
  await readers.close()
  close()
  writeFileSync(`${out}/${name}.ids`, Uint16Array.from(ids))
  writeFileSync(`${out}/${name}.json`, JSON.stringify({ asked: described, pairs, posts }))
  console.log(JSON.stringify({ name, asked: asked.length, pairs: pairs.length, tokens: ids.length }))
}
