const UUID_BYTES = 16

/** Ids in order, packed: a hundred thousand take 1.6 MB. */
export class PackedIds {
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get count(): number {
    return this.#bytes.length / UUID_BYTES
  }

  slice(from: number, to: number): string[] {
    const hex = Buffer.from(this.#bytes.subarray(from * UUID_BYTES, to * UUID_BYTES)).toString('hex')
    return hex.match(/.{32}/g) ?? []
  }
}
