import type { Clock } from './clock.ts'
import type { Random } from './random.ts'

/** Makes row ids, which sort by creation time. */
export type NewId = () => string

/**
 * UUIDv7 (RFC 9562 §5.7): 48 bits of Unix milliseconds, then randomness. Ids of one process strictly increase, even
 * within a millisecond, by counting in the 12 bits after the version (§6.2, method 1).
 */
export function createIds(clock: Clock, random: Random): NewId {
  let lastMs = 0
  let counter = 0
  return () => {
    const nowMs = clock.now().getTime()
    if (nowMs > lastMs) {
      lastMs = nowMs
      counter = ((random.bytes(1)[0] ?? 0) << 2) | 0
    } else if (++counter > 0xfff) {
      lastMs += 1
      counter = 0
    }
    const tail = Buffer.from(random.bytes(8))
    tail[0] = ((tail[0] ?? 0) & 0x3f) | 0x80
    const hex = lastMs.toString(16).padStart(12, '0') + (0x7000 | counter).toString(16) + tail.toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}
