import { fold, isStopTerm, stem } from '../language/words.ts'

/** Words by which signals describe people, asking and feeling, whatever the subject. They name no topic. */
const GLUE = new Set(
  (
    'people user users anyone someone folks person persons individual individuals post posts author authors customer everyone member ask asks asking asked seek seeks seeking look looks looking search searching find finding want wants wanting need needs needing request requests requesting ' +
    'use using used choose choosing pick picking try trying help advice recommend recommends recommendation recommendations suggestion suggestions alternative alternatives option options tip tips guidance opinion opinions feedback best better good great right new kind type ' +
    'frustrated unhappy disappointed angry annoyed overwhelmed dissatisfied confused worried curious interested stuck tired fed unable ready willing struggle struggles struggling dislike hate complain complains complaining report reports reporting wonder wonders wondering consider considering think thinking thought plan planning ' +
    'switch switching move moving leave leaving offer offering hire hires hiring discuss discussing talk talking mention mentioning share sharing compare comparing announce announcing evaluate evaluating fear fearing who whom whose cannot suit suits handle reach upcoming something anything able back off rid cheaper simpler faster easier nicer smaller larger bigger lighter'
  ).split(' '),
)

/** Whether a word says nothing of the subject: it joins, or tells of people, asking and feeling. */
export function isGlue(word: string): boolean {
  const lower = fold(word)
  return GLUE.has(lower) || isStopTerm(stem(lower)) || isStopTerm(lower)
}
