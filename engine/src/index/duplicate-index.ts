import { DIFFERING_BITS_MAX, isNearDuplicate } from '../language/near-duplicate.ts'

/** With one band more than bits may differ, duplicates have at least one band in common. */
const BANDS = DIFFERING_BITS_MAX + 1
const BYTES_PER_BAND = 2

/** Posts by their fingerprints, to find quickly which of them another post repeats. */
export interface DuplicateIndex {
  readonly size: number
  add(fingerprint: Uint8Array, postId: string): void
  /** A post whose fingerprint is a near duplicate; undefined where there is none. */
  find(fingerprint: Uint8Array): string | undefined
}

interface Known {
  fingerprint: Uint8Array
  postId: string
}

/** An index that gives the same answer as comparing with every fingerprint, but compares with a few. */
export function createDuplicateIndex(): DuplicateIndex {
  const byBand = new Map<number, Known[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(fingerprint, postId) {
      size += 1
      const added = { fingerprint, postId }
      for (const band of bandsOf(fingerprint)) {
        const known = byBand.get(band)
        if (known) known.push(added)
        else byBand.set(band, [added])
      }
    },
    find(fingerprint) {
      for (const band of bandsOf(fingerprint)) {
        const other = byBand.get(band)?.find((known) => isNearDuplicate(known.fingerprint, fingerprint))
        if (other) return other.postId
      }
      return undefined
    },
  }
}

/** Each band as one number, which includes its position. */
function bandsOf(fingerprint: Uint8Array): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const at = band * BYTES_PER_BAND
    return (band << 16) | ((fingerprint[at] ?? 0) << 8) | (fingerprint[at + 1] ?? 0)
  })
}
