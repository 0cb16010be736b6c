import type { Act } from '@leadlight/domain/acts'

/**
 * What a draft without a model has to say, by what the author does. `{it}` stands for the subject, `{name}` for what the
 * writer offers; gaps are in brackets. No two parts of a skeleton have the same gap, since a draft takes one of each.
 */
export interface Skeleton {
  /** The substance, with which a draft begins. */
  openings: readonly string[]
  /** What is to be said to what else the post brings up. */
  gap: string
  /** What is asked in return, in a reply. */
  questions: readonly string[]
  /** The substance as a talking point, after the subject. */
  point: string
}

const RECOMMEND: Skeleton = {
  openings: [
    'For {it} I would look at {name} first, because [what it does better here].',
    'My choice for {it} would be {name}. What decides it is [your reason].',
    'With {it}, go by [what you look at first]; by that I would take {name}.',
  ],
  gap: '[how it does there]',
  questions: [
    'What would change my answer is [the one thing you need to know]. How is that for you?',
    'Tell me [what you need to know], and I can be more exact.',
    'Which counts for more with you: [one thing], or [another]?',
  ],
  point: '{name}, because [your reason]',
}

const SWITCH: Skeleton = {
  openings: [
    'Before you move on from {it}, look at [what you would compare first].',
    'With {it}, what decides is [what you compare by], and there [which one wins, and why].',
    'What moving takes, with {it}: [how long it took those you know], and afterwards people miss [what].',
  ],
  gap: '[how the two differ there]',
  questions: [
    'What holds you where you are now: [what usually does]?',
    'What must not get lost in [the move]?',
    'By when do you have to [decide, or be moved]?',
  ],
  point: '[what decides it]',
}

const HELP: Skeleton = {
  openings: [
    'With {it} I would first check [the likeliest cause].',
    'What mostly puts {it} right is [what you would do], since the cause tends to be [the likeliest cause].',
    'Try [what you would do] for {it}, before anything bigger.',
  ],
  gap: '[what to try there]',
  questions: [
    'If that changes nothing, what does [what you would look at next] show?',
    'Should it still fail, tell me [what you need to know].',
    'Does it also happen with [a simpler case]?',
  ],
  point: '[what you would check first]',
}

const ADVICE: Skeleton = {
  openings: [
    'On {it}, I would go about it like this: [how you would do it].',
    'What is easy to underrate about {it} is [what you have seen go wrong].',
    'First decide [what comes first] about {it}; the rest follows from that.',
  ],
  gap: '[what matters there]',
  questions: [
    'It depends on [what you need to know]. How is that for you?',
    'How far are you with [the part that matters most]?',
    'What have you ruled out already, apart from [the obvious]?',
  ],
  point: '[how you would do it]',
}

const FEEDBACK: Skeleton = {
  openings: [
    'About {it}, the first thing I would change is [one thing], because [why].',
    'What works in {it} is [what you liked]; what I stumbled over is [one thing].',
    'Were {it} mine, I would start with [the one change that helps most].',
  ],
  gap: '[what you noticed there]',
  questions: ['Who is [the part you ask about] meant for?', 'What did you try before [the way it is now]?'],
  point: '[what you would change first]',
}

const COMPLAINT: Skeleton = {
  openings: [
    'Trouble with {it} mostly comes from [the cause as you know it]; [a way around it] helps meanwhile.',
    'What helps with {it} without changing everything is [a way around it].',
    'That with {it} has a known cause: [the cause as you know it].',
  ],
  gap: '[what helps there]',
  questions: ['Have you tried [something simpler] yet?', 'What would it take for you to [stay, or leave]?'],
  point: '[the cause, and a way around it]',
}

const HIRE: Skeleton = {
  openings: [
    'For {it}, the closest work of mine is [your closest work]; it came to [what it achieved].',
    'I could take on {it} from [when], at [how you charge]. Most like it is [your closest work].',
    'What {it} needs, in my experience, is [what you would do first].',
  ],
  gap: '[what you have done of that]',
  questions: [
    'What would a good [first result] look like to you?',
    'Who decides, and is [a date] soon enough?',
    'May I send you [an example of that]?',
  ],
  point: '[your closest work, when you could begin, and how you charge]',
}

const TALK: Skeleton = {
  openings: [
    'On {it}, what I have seen myself is [your own experience].',
    'One thing to add about {it}: [what you know from your own work].',
    'What gets left out about {it} is [what you would add].',
  ],
  gap: '[what you know of it]',
  questions: ['How is that with [their case]?', 'Does that match what you see with [their case]?'],
  point: '[what you have seen yourself]',
}

/** The skeleton of an answer to each act. */
export const SKELETONS: Readonly<Record<Act, Skeleton>> = {
  ask_recommendation: RECOMMEND,
  compare_switch: SWITCH,
  ask_help: HELP,
  ask_advice: ADVICE,
  ask_feedback: FEEDBACK,
  request_feature: COMPLAINT,
  complain: COMPLAINT,
  hire: HIRE,
  seek_work: TALK,
  announce: TALK,
  inform: TALK,
  discuss: TALK,
  other: TALK,
}
