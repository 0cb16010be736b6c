import type { Act, ActWeights } from './acts.ts'
import type { Plan } from './plan.ts'

const SPEAKING_WEIGHT = 0.5

/**
 * How an author who does this says it; the wish is inserted as the signal words it. Compared word by word with posts. A
 * problem is told without a plea, so that who only tells of it comes as near as who asks for help.
 */
const SAYINGS: Readonly<Record<Act, ((wish: string) => string) | null>> = {
  ask_recommendation: (wish) => `Can anyone recommend ${wish}? Which one should I use?`,
  compare_switch: (wish) => `I want to switch. What is a good alternative for ${wish}?`,
  ask_help: (wish) => `I have a problem with ${wish}.`,
  ask_advice: (wish) => `How should I go about ${wish}? Any advice?`,
  ask_feedback: (wish) => `Please give me feedback on my ${wish}.`,
  request_feature: (wish) => `Bug report: ${wish}. Expected behavior.`,
  complain: (wish) => `${wish} is terrible, I am so frustrated.`,
  hire: (wish) => `[Hiring] I will pay someone for ${wish}.`,
  seek_work: (wish) => `[For hire] I offer my services in ${wish}.`,
  announce: (wish) => `I built and launched ${wish}, check it out.`,
  inform: (wish) => `An article with news and tips about ${wish}.`,
  discuss: (wish) => `What do you all think about ${wish}? Discussion.`,
  other: null,
}

/** A sentence that a wanted author might write, and how much the signal wants that act. */
export interface Saying {
  text: string
  weight: number
}

/** What authors of the wanted acts would say of the wish; at least one saying, the most wanted act first. */
export function sayingsFor(wish: string, acts: ActWeights): Saying[] {
  const wanted = (Object.entries(acts) as [Act, number][])
    .map(([act, weight]) => ({ saying: SAYINGS[act], weight }))
    .sort((left, right) => right.weight - left.weight)
  const loud = wanted.filter(({ weight }, rank) => rank === 0 || weight >= SPEAKING_WEIGHT)
  const sayings = loud.flatMap(({ saying, weight }) => (saying === null ? [] : [{ text: saying(wish), weight }]))
  return sayings.length > 0 ? sayings : [{ text: wish, weight: 1 }]
}

/** The sentences that a matching author might write: three ways of putting the signal, then the sayings of its acts. */
export function voicesOfPlan(plan: Plan): string[] {
  return [plan.voice, plan.signal, plan.subject, ...sayingsFor(plan.wish, plan.acts).map(({ text }) => text)]
}
