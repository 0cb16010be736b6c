import type { Act, ActWeights } from './acts.ts'

interface Rule {
  when: RegExp
  gives: ActWeights
}

const PERSON =
  '(?:developers?|programmers?|designers?|coders?|artists?|engineers?|writers?|composers?|freelancers?|contractors?|co-?founders?|team ?mates?|agenc(?:y|ies)|consultants?|employees?|staff|someone to|somebody to|person to|interns?|photographers?|editors?|translators?|tutors?|coach(?:es)?|marketers?|partners?|assistants?|volunteers?|talent|expert|lawyers?)'
const SEEK = '(?:look(?:ing)? for|seek(?:ing)?|search(?:ing)? for|want(?:ing)?|need(?:ing)?|in search of)'

/** What the words of a signal say about the act it asks for. Written a priori from how people phrase requests. */
const RULES: readonly Rule[] = [
  {
    when: /\bask(?:s|ing)?\b[^,]*?\b(?:which|what)\b[^,]*?\b(?:use|buy|choose|get|try|pick|learn|start|adopt|suits?|should|best|recommend\w*)\b/,
    gives: { ask_recommendation: 1, ask_advice: 0.5, compare_switch: 0.5 },
  },
  { when: /\b(?:which|what)\b/, gives: { ask_recommendation: 0.7, ask_advice: 0.5, ask_help: 0.3 } },
  {
    when: /\bask(?:s|ing)? (?:\w+ )?for (?!help|advice|feedback|opinions?|tips|directions)/,
    gives: { ask_recommendation: 1, compare_switch: 0.5 },
  },
  { when: /\brecommend\w*|\bsuggest\w*/, gives: { ask_recommendation: 1 } },
  {
    when: new RegExp(
      `\\b${SEEK} (?!(?:work|jobs?|clients|gigs|feedback|help|advice|to)\\b)(?!(?:[\\w-]+ ){0,4}?${PERSON}\\b)`,
    ),
    gives: { ask_recommendation: 0.9, compare_switch: 0.5 },
  },
  {
    when: new RegExp(`\\b${SEEK} (?:an?|some|any|the|their|paid)? ?(?:[\\w-]+ ){0,3}?${PERSON}\\b`),
    gives: { hire: 1, ask_recommendation: 0.5 },
  },
  { when: /\bwhom? to hire\b|\bto hire\b|\bhiring\b|\brecruit\w*|\bjob openings?\b/, gives: { hire: 1 } },
  { when: /\boffer(?:s|ing)? (?:\w+ )?(?:work|jobs?|gigs?|contracts?|projects?|positions?)\b/, gives: { hire: 1 } },
  {
    when: /\bbuild (?:their|a|an|my|the)\b|\bget (?:it|one|an app|a site|a website) (?:built|made|done)\b/,
    gives: { hire: 0.5, ask_advice: 0.5 },
  },
  {
    when: /\bhow (?:to|do|can|they)\b|\bways? to\b|\bwhere to\b/,
    gives: { ask_advice: 1, ask_help: 0.6, ask_recommendation: 0.5 },
  },
  {
    when: /\bhow (?:much|many|long|often)\b|\bwhat (?:rate|price|it should|it costs?|to charge)\b/,
    gives: { ask_advice: 1, ask_recommendation: 0.2 },
  },
  {
    when: /\bwhether\b|\bif they (?:should|can|could)\b|\bwonder(?:s|ing)?\b|\bunsure\b|\bconsider(?:s|ing)?\b|\bthinking (?:about|of)\b/,
    gives: { ask_advice: 1 },
  },
  {
    when: /\badvice\b|\btips\b|\bguidance\b|\bwhat to do\b|\bwhat is wrong\b/,
    gives: { ask_advice: 1, ask_help: 0.5 },
  },
  {
    when: /\bhelp\b(?! desk)|\bstruggl\w*|\bcannot\b|\bcan't\b|\bunable\b|\btrouble\b|\bproblems?\b|\bissues?\b|\bbroken\b|\bslow\b|\bhacked\b|\bstuck\b|\berrors?\b|\bcrash\w*|\bfail\w*|\blost\b|\bnot work\w*|\bwill not\b|\bdifficult\w*|\bbehind on\b|\bdropping\b/,
    gives: { ask_help: 1, ask_advice: 0.5, complain: 0.4 },
  },
  {
    when: /\bfrustrat\w*|\bunhappy\b|\bangry\b|\bannoy\w*|\bdisappoint\w*|\bcomplain\w*|\bdislik\w*|\bhat(?:e|es|ing)\b|\bfed up\b|\btired of\b|\bdissatisf\w*|\brude\b|\bunhelpful\b|\bupset\b|\boverpriced\b|\bbad experiences?\b|\btoo (?:expensive|slow|complex|complicated|costly)\b|\bsick of\b|\bpoor\b/,
    gives: { complain: 1 },
  },
  {
    when: /\bunhappy with\b|\bfrustrated with\b|\bdisappointed (?:with|by)\b|\bdislike\b|\btired of\b|\bfed up\b/,
    gives: { compare_switch: 0.6, ask_advice: 0.25 },
  },
  {
    when: /\bstranded\b|\bdelay\w*|\bcancel\w*|\brefunds?\b|\bcustomer service\b|\bscam\w*|\bcheat\w*|\bdoes not pay\b/,
    gives: { complain: 0.8, ask_help: 0.6 },
  },
  {
    when: /\boverwhelm\w*|\bworr(?:y|ied)\b|\bfear\w*|\banxious\b/,
    gives: { ask_advice: 0.8, ask_help: 0.7, complain: 0.3 },
  },
  {
    when: /\balternatives?\b|\bswitch\w*|\bmov(?:e|ing) (?:off|away|from|over)\b|\bmigrat\w*|\breplac\w*|\bleav(?:e|ing)\b|\bgo back\b|\binstead of\b|\bcompar(?:e|es|ing|isons?)\b|\bversus\b|\bvs\b|\bcancel(?:l?ing)? their\b|\boutgrow\w*/,
    gives: { compare_switch: 1, ask_recommendation: 0.5, complain: 0.2 },
  },
  {
    when: /\bwhether to\b.*\bor\b|\bchoos(?:e|ing)\b|\bdecid(?:e|ing)\b|\bevaluat\w*/,
    gives: { compare_switch: 0.6, ask_recommendation: 0.6 },
  },
  {
    when: /\bfeedback\b|\bcritiques?\b|\breview of\b|\breview their\b|\bopinions? on their\b|\bresume review\b/,
    gives: { ask_feedback: 1 },
  },
  { when: /\bwrong with (?:their|my)\b/, gives: { ask_feedback: 0.6, ask_advice: 0.6 } },
  {
    when: /\breport(?:s|ing)?\b|\bfeature requests?\b|\brequest(?:s|ing)? (?:a |an |new )?(?:feature|support|option)|\bbugs?\b|\bdefects?\b|\bmissing\b/,
    gives: { request_feature: 1, complain: 0.4, ask_help: 0.25 },
  },
  {
    when: /\b(?:seek|look(?:ing)? for|search(?:ing)? for|find) (?:\w+ ){0,2}(?:work|jobs?|gigs?|employment)\b|\bavailable for (?:work|hire)\b|\boffering (?:their|freelance) (?:services?|skills)\b/,
    gives: { seek_work: 1, ask_advice: 0.3 },
  },
  {
    when: /\bannounc\w*|\blaunch(?:ed|es|ing)?\b|\bpromot(?:e|es|ing)\b|\breleas(?:e|ed|es|ing)\b|\bshowing off\b|\bshow(?:ing)? their\b|\bbuilt\b.*\band (?:share|show)/,
    gives: { announce: 0.9 },
  },
  {
    when: /\bshar(?:e|es|ing)\b|\bexplain\w*|\bteach(?:es|ing)?\b|\bpublish\w*|\bwrit(?:e|es|ing) about\b|\btutorials?\b|\bnews\b/,
    gives: { inform: 0.8, announce: 0.3 },
  },
  {
    when: /\bdiscuss\w*|\btalk(?:s|ing)? about\b|\bmention\w*|\bdebat\w*|\bopinions?\b|\blone\b/,
    gives: { discuss: 1 },
  },
]

const FALLBACK: ActWeights = {
  ask_recommendation: 0.8,
  ask_help: 0.5,
  ask_advice: 0.6,
  compare_switch: 0.5,
  complain: 0.3,
}

/** Whether the words name an act at all, beyond discussing or mentioning something. */
export function namesAct(signal: string): boolean {
  const folded = fold(signal)
  return RULES.some(({ when, gives }) => gives.discuss === undefined && when.test(folded))
}

function fold(signal: string): string {
  return signal.toLowerCase().replace(/\u2019/g, "'")
}

/** The acts a signal asks for, each with a weight in (0, 1]. A signal that names none is read as a wish to buy. */
export function readSignalActs(signal: string): ActWeights {
  const folded = fold(signal)
  const weights: ActWeights = {}
  for (const rule of RULES) {
    if (!rule.when.test(folded)) continue
    for (const [act, weight] of Object.entries(rule.gives) as [Act, number][]) {
      weights[act] = Math.max(weights[act] ?? 0, weight)
    }
  }
  return Object.keys(weights).length === 0 ? { ...FALLBACK } : weights
}
