/** What an author does with a name, in the order in which they are listed. `mentions` is none of the others. */
export const STANCES = ['asks', 'complains', 'praises', 'compares', 'switches', 'mentions'] as const
export type Stance = (typeof STANCES)[number]

export const STANCE_WORDS: Readonly<Record<Stance, string>> = {
  asks: 'Asks',
  complains: 'Complains',
  praises: 'Praises',
  compares: 'Compares',
  switches: 'Switches',
  mentions: 'Mentions',
}
