import { createDice } from './dice.ts'

const WHO = ['freelancer', 'gardener', 'developer', 'shop owner', 'baker', 'nurse', 'student', 'team of five']
const WHAT = [
  'invoicing software',
  'bookkeeping in spreadsheets',
  'tomatoes with brown spots',
  'Jira',
  'green tea',
  'an error tracker',
  'crash reports',
  'e-mail marketing',
  'a follow-up tool',
  'sourdough bread',
  'a used bicycle',
  'letters about taxes',
  'a delayed flight',
  'guitar strings',
  'a slow database',
  'the greenhouse',
]
const FRAMES: readonly ((who: string, what: string, other: string) => [title: string | null, text: string])[] = [
  (who, what, other) => [
    `Which way with ${what}?`,
    `I am a ${who}, and ${what} takes all my evenings. What do you use? So far I have tried ${other}.`,
  ],
  (who, what) => [null, `We just launched something for ${what}. Sign up today, as every ${who} should.`],
  (who, what, other) => [
    `Leaving ${what}`,
    `It became too expensive for a ${who}. Is there anything simpler, or shall I go back to ${other}?`,
  ],
  (who, what, other) => [
    `${what}, again`,
    `Since Monday nothing works, and support says it is ${other}. As a ${who} I am furious.`,
  ],
  (who, what, other) => [null, `Notes of a ${who}: how ${what} and ${other} came together in our town.`],
  (who, what, other) => ['Solved', `What helped with ${other} was ${what}. A ${who} told me.`],
]

/** Posts on a few subjects, the same ones for a seed. */
export function makeUpPosts(seed: string, count: number): { title: string | null; text: string }[] {
  const dice = createDice(seed)
  return Array.from({ length: count }, () => {
    const [title, text] = dice.pick(FRAMES)(dice.pick(WHO), dice.pick(WHAT), dice.pick(WHAT))
    return { title, text }
  })
}
