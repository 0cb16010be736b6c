import { DIFFERING_BITS_MAX, isNearDuplicate } from './near-duplicate.ts'

/** Of one band more than bits may differ, at least one is the same in both: what shares none is no duplicate. */
const BANDS = DIFFERING_BITS_MAX + 1
const BYTES_PER_BAND = 2

/** Fingerprints that answer quickly whether another is a near duplicate of any of them. */
export interface DuplicateIndex {
  readonly size: number
  add(fingerprint: Uint8Array): void
  has(fingerprint: Uint8Array): boolean
}

/** An index that answers what comparing with each fingerprint in turn would, at the cost of comparing with a few. */
export function createDuplicateIndex(): DuplicateIndex {
  const byBand = new Map<number, Uint8Array[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(fingerprint) {
      size += 1
      for (const band of bandsOf(fingerprint)) {
        const known = byBand.get(band)
        if (known) known.push(fingerprint)
        else byBand.set(band, [fingerprint])
      }
    },
    has: (fingerprint) =>
      bandsOf(fingerprint).some((band) => byBand.get(band)?.some((other) => isNearDuplicate(other, fingerprint))),
  }
}

/** Each band as one number, its place included. */
function bandsOf(fingerprint: Uint8Array): number[] {
  return Array.from({ length: BANDS }, (_, band) => {
    const at = band * BYTES_PER_BAND
    return (band << 16) | ((fingerprint[at] ?? 0) << 8) | (fingerprint[at + 1] ?? 0)
  })
}
