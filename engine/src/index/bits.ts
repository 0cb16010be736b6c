/** Whether a bit is set; those beyond the end are not. */
export function isBitSet(bits: Int32Array, index: number): boolean {
  return (((bits[index >> 5] ?? 0) >> (index & 31)) & 1) !== 0
}

export function setBit(bits: Int32Array, index: number): void {
  bits[index >> 5] = (bits[index >> 5] ?? 0) | (1 << (index & 31))
}
