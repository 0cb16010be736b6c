/** The best of many rows by score, found in one pass. */
export class BestRows {
  readonly #max: number
  readonly #comesFirst: (one: number, other: number) => boolean
  /** A heap: the worst that is kept comes first. */
  readonly #rows: Int32Array
  readonly #scores: Float64Array
  #size = 0

  /** `comesFirst` decides between rows of one score. */
  constructor(max: number, comesFirst: (one: number, other: number) => boolean) {
    this.#max = max
    this.#comesFirst = comesFirst
    this.#rows = new Int32Array(max)
    this.#scores = new Float64Array(max)
  }

  /** No row below this score is taken any more. */
  get least(): number {
    return this.#size < this.#max ? -Infinity : (this.#scores[0] ?? -Infinity)
  }

  offer(row: number, score: number): void {
    if (this.#size < this.#max) {
      this.#put(this.#size, row, score)
      this.#rise(this.#size++)
    } else if (this.#max > 0 && this.#isBetter(row, score, 0)) {
      this.#put(0, row, score)
      this.#sink()
    }
  }

  /** Best first. */
  sorted(): number[] {
    return Array.from({ length: this.#size }, (_, at) => at)
      .sort((a, b) => (this.#isBetter(this.#rows[a] ?? 0, this.#scores[a] ?? 0, b) ? -1 : 1))
      .map((at) => this.#rows[at] ?? 0)
  }

  #isBetter(row: number, score: number, than: number): boolean {
    const other = this.#scores[than] ?? 0
    return score === other ? this.#comesFirst(row, this.#rows[than] ?? 0) : score > other
  }

  #put(at: number, row: number, score: number): void {
    this.#rows[at] = row
    this.#scores[at] = score
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const above = (at - 1) >> 1
      if (!this.#isBetter(this.#rows[above] ?? 0, this.#scores[above] ?? 0, at)) return
      this.#swap(at, above)
      at = above
    }
  }

  #sink(): void {
    for (let at = 0; ;) {
      let worst = at
      for (const below of [2 * at + 1, 2 * at + 2]) {
        const isWorse = below < this.#size && this.#isBetter(this.#rows[worst] ?? 0, this.#scores[worst] ?? 0, below)
        if (isWorse) worst = below
      }
      if (worst === at) return
      this.#swap(at, worst)
      at = worst
    }
  }

  #swap(one: number, other: number): void {
    const row = this.#rows[one] ?? 0
    const score = this.#scores[one] ?? 0
    this.#put(one, this.#rows[other] ?? 0, this.#scores[other] ?? 0)
    this.#put(other, row, score)
  }
}
