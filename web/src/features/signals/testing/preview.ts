import type { SignalPreview } from '@leadlight/contract/signals'

/** A preview that found nothing; pass only what the test is about. */
export function preview(parts: Partial<SignalPreview> = {}): SignalPreview {
  return {
    seen: 0,
    judged: 0,
    caught: 0,
    posts: [],
    near_misses: [],
    ask_about: [],
    per_day: [],
    channels: [],
    note: null,
    ...parts,
  }
}
