import type { Act, ActWeights } from './acts.ts'

const SPEAKING_WEIGHT = 0.5

/** How an author who does this says it of a subject. Compared word by word with posts. */
const SAYINGS: Readonly<Record<Act, ((subject: string) => string) | null>> = {
  ask_recommendation: (subject) => `Can anyone recommend ${subject}? Which one should I use?`,
  compare_switch: (subject) => `I want to switch. What is a good alternative for ${subject}?`,
  ask_help: (subject) => `I have a problem with ${subject}, please help.`,
  ask_advice: (subject) => `How should I go about ${subject}? Any advice?`,
  ask_feedback: (subject) => `Please give me feedback on my ${subject}.`,
  request_feature: (subject) => `Bug report: ${subject}. Expected behavior.`,
  complain: (subject) => `${subject} is terrible, I am so frustrated.`,
  hire: (subject) => `[Hiring] I will pay someone for ${subject}.`,
  seek_work: (subject) => `[For hire] I offer my services in ${subject}.`,
  announce: (subject) => `I built and launched ${subject}, check it out.`,
  inform: (subject) => `An article with news and tips about ${subject}.`,
  discuss: (subject) => `What do you all think about ${subject}? Discussion.`,
  other: null,
}

/** A sentence that a wanted author might write, and how much the signal wants that act. */
export interface Saying {
  text: string
  weight: number
}

/** What authors of the wanted acts would say of the subject; at least one saying, the most wanted act first. */
export function sayingsFor(subject: string, acts: ActWeights): Saying[] {
  const wanted = (Object.entries(acts) as [Act, number][])
    .map(([act, weight]) => ({ saying: SAYINGS[act], weight }))
    .sort((left, right) => right.weight - left.weight)
  const loud = wanted.filter(({ weight }, rank) => rank === 0 || weight >= SPEAKING_WEIGHT)
  const sayings = loud.flatMap(({ saying, weight }) => (saying === null ? [] : [{ text: saying(subject), weight }]))
  return sayings.length > 0 ? sayings : [{ text: subject, weight: 1 }]
}
