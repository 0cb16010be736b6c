import type { CSSProperties } from 'react'

/** How many series a chart tells apart; the rest share one more style. */
export const SERIES_MAX = 6

const GAP = 'color-mix(in srgb, var(--surface) 38%, transparent)'
/** Patterns, so a series is recognizable without its colour. */
const PATTERNS = [
  'none',
  `repeating-linear-gradient(45deg, ${GAP} 0 1.5px, transparent 1.5px 5px)`,
  `repeating-linear-gradient(0deg, ${GAP} 0 1.5px, transparent 1.5px 5px)`,
  `repeating-linear-gradient(-45deg, ${GAP} 0 1.5px, transparent 1.5px 5px)`,
  `repeating-linear-gradient(90deg, ${GAP} 0 1.5px, transparent 1.5px 4px)`,
  `repeating-linear-gradient(45deg, ${GAP} 0 3px, transparent 3px 8px)`,
]

/** The colour and pattern of the series at this index; from `SERIES_MAX` on, those of the rest. */
export function seriesStyle(index: number): CSSProperties {
  if (index >= SERIES_MAX) return { backgroundColor: 'var(--chart-rest)' }
  return { backgroundColor: `var(--chart-${index + 1})`, backgroundImage: PATTERNS[index] }
}
