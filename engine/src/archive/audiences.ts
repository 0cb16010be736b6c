/** The number that stands for everybody. */
export const EVERYBODY = 0

/** Who sees posts, as numbers: most private posts share their audience with many others. */
export class Audiences {
  readonly #numbers = new Map<string, number>()
  readonly #audiences: (readonly string[] | undefined)[] = [undefined]
  readonly #uses: number[] = [0]
  readonly #free: number[] = []

  /** The number of an audience, counted once more as in use. */
  take(seenBy: readonly string[] | null): number {
    if (seenBy === null) return EVERYBODY
    const ids = seenBy.toSorted()
    const key = ids.join(' ')
    const number = this.#numbers.get(key) ?? this.#free.pop() ?? this.#audiences.length
    this.#numbers.set(key, number)
    this.#audiences[number] = ids
    this.#uses[number] = (this.#uses[number] ?? 0) + 1
    return number
  }

  /** Counts the number as used once less; once nothing uses it, it stands for another audience. */
  release(number: number): void {
    if (number === EVERYBODY) return
    const left = (this.#uses[number] ?? 0) - 1
    this.#uses[number] = left
    if (left > 0) return
    this.#numbers.delete(this.#audiences[number]?.join(' ') ?? '')
    this.#audiences[number] = undefined
    this.#free.push(number)
  }

  /** For each number, 1 if the project belongs to the audience. */
  of(projectId: string): Uint8Array {
    const belongs = Uint8Array.from(this.#audiences, (ids) => (ids?.includes(projectId) === true ? 1 : 0))
    belongs[EVERYBODY] = 1
    return belongs
  }
}
