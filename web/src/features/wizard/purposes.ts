export interface Purpose {
  title: string
  /** The purpose in a sentence, as saved. */
  text: string
}

/** Purposes that leads and drafts serve, offered as cards. A saved one that is not among them counts as own words. */
export const PURPOSES: readonly Purpose[] = [
  { title: 'Win customers', text: 'Find people who are looking for what we offer and talk to them.' },
  {
    title: 'Win over from competitors',
    text: 'Find people who are unhappy with what they use now and want to leave it.',
  },
  { title: 'Answer and be known', text: 'Answer questions in our field, so that people come to know and trust us.' },
  { title: 'Find partners or people', text: 'Find partners to work with, or people to hire.' },
]

export interface PurposeChoice {
  chosen: readonly string[]
  /** The rest, in the user's own words. */
  own: string
}

/** Splits a saved purpose into cards and own words. */
export function readPurpose(saved: string): PurposeChoice {
  const lines = saved.split('\n')
  const isCard = (line: string) => PURPOSES.some((purpose) => purpose.text === line.trim())
  return {
    chosen: PURPOSES.map((purpose) => purpose.text).filter((text) => lines.some((line) => line.trim() === text)),
    own: lines
      .filter((line) => !isCard(line))
      .join('\n')
      .trim(),
  }
}

/** Joins cards and own words into one purpose: a line for each card, then the words. */
export function writePurpose({ chosen, own }: PurposeChoice): string {
  return [...chosen, own.trim()].filter(Boolean).join('\n')
}
