import { VECTOR_LENGTH } from '../embedding/embedder.ts'
import { ArchiveBlock, ROWS_PER_BLOCK } from './archive-block.ts'
import type { ArchivedMatch, ArchivedPost, ArchiveRequest } from './archived-post.ts'
import { Audiences, EVERYBODY } from './audiences.ts'
import { BestRows } from './best-rows.ts'
import { fuseRanks } from './fuse-ranks.ts'
import { IdRows } from './id-rows.ts'
import { createNearVectors, ROWS_AT_ONCE } from './near-vectors.ts'
import { readEntries } from './term-entries.ts'
import { WantedTerms } from './wanted-terms.ts'

/** So many of the best by meaning, and by words, are ranked for each post asked for, and so many at least. */
const RANKED_PER_ASKED = 4
const RANKED_MIN = 4_000
/** What a post means tells more than its words do (`npm run bench -- archive` says how much). */
export const MEANING_WEIGHT = 2
const PLATFORMS_MAX = 255

/** All posts held, in typed arrays, read from end to end for every request. */
export class PostArchive {
  readonly #vectors = createNearVectors()
  readonly #blocks: ArchiveBlock[] = []
  readonly #rows = new IdRows()
  readonly #free: number[] = []
  readonly #platforms = ['']
  readonly #audiences = new Audiences()
  #rowsUsed = 0

  get size(): number {
    return this.#rows.count
  }

  /** The memory taken, about. */
  get bytes(): number {
    const blocks = this.#blocks.reduce((sum, block) => sum + block.bytes, 0)
    return blocks + this.#blocks.length * ROWS_PER_BLOCK * VECTOR_LENGTH + this.#rows.bytes
  }

  /** Adds a post, replacing the one with its id. */
  put(post: ArchivedPost): void {
    this.remove(post.id)
    const row = this.#free.pop() ?? this.#rowsUsed++
    this.#rows.set(post.id, row)
    const block = this.#blockOf(row)
    const at = row % ROWS_PER_BLOCK
    const { entries, total } = readEntries(post.text)
    block.postedAt[at] = post.postedAt
    block.platforms[at] = this.#platformOf(post.platform)
    block.audiences[at] = this.#audiences.take(post.seenBy)
    block.totals[at] = total
    block.setEntries(at, entries)
    block.scales[at] = post.vector?.length === VECTOR_LENGTH ? this.#vectors.set(row, post.vector) : 0
  }

  remove(id: string): void {
    const row = this.#rows.find(id)
    if (row === undefined) return
    const block = this.#blockOf(row)
    const at = row % ROWS_PER_BLOCK
    this.#rows.delete(id)
    this.#audiences.release(block.audiences[at] ?? EVERYBODY)
    block.platforms[at] = 0
    block.audiences[at] = EVERYBODY
    block.scales[at] = 0
    block.clearEntries(at)
    // What it said is gone from memory too.
    this.#vectors.clear(row)
    this.#free.push(row)
  }

  /**
   * The posts that the project may see, the likeliest first: by how near they are to the mean of the voices and by BM25
   * over the terms, the two orders fused by reciprocal rank, meaning counting twice. A post that neither finds is left out.
   */
  search(request: ArchiveRequest): ArchivedMatch[] {
    const terms = new WantedTerms(request.terms)
    const voice = meanOf(request.voices)
    const isVisible = this.#visibleTo(request)
    const depth = Math.max(RANKED_MIN, RANKED_PER_ASKED * request.limit)
    const comesFirst = (one: number, other: number) => this.#comesFirst(one, other)
    const near = new BestRows(depth, comesFirst)
    const worded = new BestRows(depth, comesFirst)
    this.#blocks.forEach((block, number) => {
      for (let from = 0; from < ROWS_PER_BLOCK; from += ROWS_AT_ONCE) {
        const first = number * ROWS_PER_BLOCK + from
        const rows = Math.min(ROWS_AT_ONCE, this.#rowsUsed - first)
        if (rows <= 0) return
        const products = voice && this.#vectors.multiply(voice, first, rows)
        for (let step = 0; step < rows; step++) {
          const at = from + step
          if (!isVisible(block, at)) continue
          const scale = block.scales[at] ?? 0
          if (products && scale > 0) {
            const nearness = (products[step] ?? 0) * scale
            if (nearness >= near.least) near.offer(first + step, nearness)
          }
          if (terms.isEmpty) continue
          const score = terms.score(block, at)
          if (score > 0 && score >= worded.least) worded.offer(first + step, score)
        }
      }
    })
    const orders = [
      { rows: near.sorted(), weight: MEANING_WEIGHT },
      { rows: worded.sorted(), weight: 1 },
    ]
    return fuseRanks(orders, comesFirst)
      .slice(0, request.limit)
      .map(({ row, rank }) => ({ postId: this.#rows.idOf(row), rank }))
  }

  #visibleTo({ projectId, without, since }: ArchiveRequest): (block: ArchiveBlock, at: number) => boolean {
    const seen = this.#audiences.of(projectId)
    const shown = Uint8Array.from(this.#platforms, (platform, number) =>
      number === 0 || without.includes(platform) ? 0 : 1,
    )
    const earliest = since ?? -Infinity
    return ({ platforms, audiences, postedAt }, at) =>
      shown[platforms[at] ?? 0] === 1 && seen[audiences[at] ?? EVERYBODY] === 1 && (postedAt[at] ?? 0) >= earliest
  }

  /** The newer first, so that an order does not depend on where posts happen to lie. */
  #comesFirst(one: number, other: number): boolean {
    const difference = this.#postedAt(one) - this.#postedAt(other)
    return difference === 0 ? this.#rows.compare(one, other) < 0 : difference > 0
  }

  #postedAt(row: number): number {
    return this.#blocks[Math.floor(row / ROWS_PER_BLOCK)]?.postedAt[row % ROWS_PER_BLOCK] ?? 0
  }

  #blockOf(row: number): ArchiveBlock {
    const number = Math.floor(row / ROWS_PER_BLOCK)
    this.#vectors.makeRoom((number + 1) * ROWS_PER_BLOCK)
    return (this.#blocks[number] ??= new ArchiveBlock())
  }

  #platformOf(platform: string): number {
    const known = this.#platforms.indexOf(platform)
    if (known > 0) return known
    if (this.#platforms.length > PLATFORMS_MAX) throw new Error('The archive holds posts of too many platforms.')
    return this.#platforms.push(platform) - 1
  }
}

/** The sum of cosines with several unit vectors is a product with their mean. */
function meanOf(voices: readonly Float32Array[]): Float32Array | undefined {
  if (voices.length === 0) return undefined
  const mean = new Float32Array(VECTOR_LENGTH)
  for (const voice of voices) voice.forEach((value, at) => (mean[at] = (mean[at] ?? 0) + value / voices.length))
  return mean
}
