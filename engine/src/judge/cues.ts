/** Words and marks that show what an author is doing. Each is counted, capped, and weighed by the trained heads. */
const PATTERNS = {
  questionMark: /\?/g,
  exclamation: /!/g,
  firstPerson: /\b(?:i|i'm|i've|i'd|i'll|im|ive|me|my|mine|myself)\b/g,
  firstPlural: /\b(?:we|we're|we've|our|us|ours)\b/g,
  secondPerson: /\b(?:you|your|you're|yours|u|ur)\b/g,
  looking:
    /\b(?:look(?:ing)?|search(?:ing)?|shopping|hunting|in the market|in search|on the hunt) (?:for|into|around|to)\b|\bwanted\b|\bseeking\b|\biso\b/g,
  need: /\b(?:i|we|really|just|do|also)(?: am| are|'m|'re)? (?:need|want|require|would like|'d like|would love|'d love|hoping|trying|thinking)\b|\bneed(?:ing|ed)? (?:a|an|some|help|to|advice|someone)\b|\bin need of\b/g,
  recommend:
    /\brecommend(?:s|ed|ation|ations|ing)?\b|\bsuggest(?:s|ion|ions|ed)?\b|\bgood (?:place|resource|source|book|tool|option|choice|alternative)s?\b/g,
  which:
    /\b(?:which|what)(?:'s| is| are| would be)? (?:the |a |your )?(?:best|good|better|right|recommended|easiest|cheapest|favorite|favourite)\b|\bwhich (?:one|of)\b|\bwhat (?:do|are|does|would|should) (?:you|people|everyone|others|i|we)\b|\bbest (?:way|place|option|software|tool|app|service|book|practice)s?\b/g,
  shouldI:
    /\bshould (?:i|we)\b|\bis it (?:worth|better|possible|ok|okay|a good|a bad|too late|normal|legal|bad|wise)\b|\bam i\b|\bdo i (?:need|have)\b|\bwould it be\b|\bcould i\b|\bworth it\b/g,
  howDo:
    /\bhow (?:do|can|should|would|could|to|did|does|much|long|many|hard|important)\b|\bwhere (?:do|can|should|to|would)\b|\bwhat (?:can|should|is|are|if)\b|\bwhy (?:is|does|do|are|am|can't|won't)\b/g,
  anyone:
    /\b(?:any|some)(?:one|body)\b|\bany (?:advice|ideas?|tips|thoughts|help|suggestions?|recommendations?|experience|pointers|input|insight|guidance|good|other|way)\b|\bdoes (?:any|some)/g,
  help: /\bhelp(?:ing|ed)?\b|\badvice\b|\btips\b|\bpointers\b|\bguidance\b|\bassist(?:ance)?\b|\bplease\b|\bthanks?(?: you| in advance)?\b|\bappreciat(?:e|ed)\b|\bpls\b|\bplz\b/g,
  confused:
    /\bstuck\b|\bconfus(?:ed|ing)\b|\blost\b|\bno (?:idea|clue)\b|\bnot sure\b|\bunsure\b|\bwonder(?:ing)?\b|\bcurious\b|\bstruggl(?:e|es|ing)\b|\boverwhelm(?:ed|ing)\b|\bdon'?t (?:know|understand|get)\b|\bnew to\b|\bbeginner\b|\bnoob\b|\bnewbie\b/g,
  considering:
    /\bthinking (?:about|of)\b|\bconsider(?:ing)?\b|\bplan(?:ning)? (?:to|on)\b|\babout to\b|\bwant to (?:start|learn|get|switch|move|buy|build|make)\b|\bgoing to\b|\bdecid(?:e|ing)\b|\btorn between\b/g,
  compare:
    /\balternatives?\b|\bvs\.?\b|\bversus\b|\bswitch(?:ed|ing)?\b|\bmigrat(?:e|ed|ing)\b|\bmov(?:e|ed|ing) (?:from|off|away|over|to)\b|\binstead of\b|\breplac(?:e|ing|ement)\b|\bcompar(?:e|ed|ing|ison)\b|\bbetter than\b|\bleav(?:e|ing)\b|\bdifference between\b|\bor should\b/g,
  complain:
    /\b(?:worst|terrible|awful|horrible|horrendous|hate|sucks?|ridiculous|unacceptable|disappoint(?:ed|ing|ment)?|frustrat(?:ed|ing|ion)|annoy(?:ed|ing)|angry|pathetic|rude|useless|disgust(?:ed|ing)|shame|joke|wtf|garbage|crap|nightmare|fed up|sick of|tired of|unhappy|dislike|poor|failed?|never again|furious|unhelpful|waste)\b/g,
  trouble:
    /\b(?:error|errors|crash(?:es|ed|ing)?|broken|breaks?|slow|stuck|issues?|problems?|trouble|fails?|failing|hacked|infected|virus|freez(?:es|ing)|corrupt(?:ed)?|delayed|cancell?ed|missing|wrong|dropp(?:ed|ing))\b|\b(?:not|isn'?t|doesn'?t|won'?t|can'?t|cannot|couldn'?t) (?:work(?:ing)?|load(?:ing)?|start|connect|boot|open|get|find|log|access|figure)\b/g,
  hire: /\bhiring\b|\b(?:full|part)[ -]?time\b|\bsalary\b|\bper hour\b|\bhourly\b|\bapply\b|\bresum[eé]s?\b|\bpositions?\b|\bonsite\b|\bon-site\b|\bremote\b|\bco-?founder\b|\bcofounder\b|\bequity\b|\bjob opening\b|\bjoin (?:our|my|the|us)\b|\bteam ?mates?\b/g,
  pay: /\$ ?\d|£ ?\d|€ ?\d|\bbudget\b|\bpaid\b|\bpay(?:ing|ment)?\b|\bcompensat\w*\b|\bcommission\b|\bquote\b|\bcosts?\b|\bprices?\b|\bcheap\b|\bafford(?:able)?\b/g,
  wantPerson:
    /\b(?:need|want|wanted|looking for|seeking|hire|hiring|find|finding)(?: to hire| to find)? (?:an?|some|any|one|the|my|our)? ?(?:\w+[ /-]){0,3}?(?:developers?|programmers?|designers?|coders?|artists?|engineers?|writers?|composers?|accountants?|freelancers?|partners?|someone|person|people|guy|cofounders?|co-founders?|consultants?|lawyers?|agency|expert)\b/g,
  pm: /\b(?:pm|dm|message|contact|email|e-mail|hit) me\b|\bget in touch\b|\binterested\?|\bif (?:you're|you are|anyone is|interested)\b|\bcomment below\b|\blet me know\b/g,
  seekWork:
    /\bfor hire\b|\bhire me\b|\bmy (?:portfolio|rates?|services)\b|\bavailable for\b|\blooking for (?:work|a job|freelance work|clients|projects)\b|\bi offer\b|\bmy skills\b/g,
  announce:
    /\bshow hn\b|\bi(?:'ve| have| just)? (?:made|built|wrote|created|launched|released|published|developed|designed|started|put together)\b|\bwe(?:'ve| have| just)? (?:made|built|created|launched|released|published|developed)\b|\bintroducing\b|\bannounc\w+\b|\bcheck (?:it |this |us )?out\b|\bmy (?:new|first|latest|own)\b|\bjust launched\b|\blaunch(?:es|ed|ing)?\b|\breleased?\b|\bavailable now\b|\bsign up\b|\bour (?:new|app|product|service|platform)\b/g,
  inform:
    /\btutorial\b|\bguide\b|\bhow to\b|\bpart \d\b|\b\d+ (?:ways|tips|things|reasons|tools|best|free|great|must)\b|\bintro(?:duction)?\b|\[(?:pdf|video|tip|psa)\]|\bpsa\b|\barticle\b|\bblog\b|\bnews\b|\bcheat ?sheet\b|\bvia\b|\bfree (?:ebook|course|download)\b/g,
  feedback:
    /\bfeedback\b|\bcritiques?\b|\breview my\b|\bwhat do you (?:guys )?think\b|\bthoughts\b|\brate my\b|\bopinions?\b|\broast\b|\bconstructive\b/g,
  feature:
    /\bfeature request\b|\bshould (?:support|allow|be able)\b|\bwould be (?:nice|great|useful|helpful)\b|\bexpected (?:behaviou?r|result)\b|\bactual (?:behaviou?r|result)\b|\bsteps to reproduce\b|\breproduc\w+\b|\bregression\b|\bbug\b|\bsupport for\b|\badd (?:support|option|an?)\b|\bdocs?\b|\bdocumentation\b|\bversion\b|\bdescribe the\b/g,
  discuss:
    /\bwhat(?:'s| is| was| are) (?:your|the most)\b|\bwho else\b|\bdoes anyone else\b|\banyone else\b|\bunpopular\b|\bdiscuss(?:ion)?\b|\bdebate\b|\brant\b|\bstory\b|\bpredict\w*\b|\bfuture of\b/g,
  solved:
    /\[?\bsolved\b\]?|\bfixed it\b|\bproblem solved\b|\bedit: ?(?:thanks|solved|fixed|got it)\b|\bnvm\b|\bnever ?mind\b|\bfigured it out\b/g,
  mention: /(?:^|\s)@\w+/g,
  hashtag: /(?:^|\s)#\w+/g,
  link: /https?:\/\/|\bwww\./g,
  code: /```|[{};]$|<\/?\w+>|\w\(\)/g,
  past: /\b(?:was|were|had|did|went|got|used to|ago|yesterday|last (?:week|month|year|night))\b/g,
  someoneElse: /\b(?:he|she|they|his|her|their|them|users|customers|companies)\b/g,
} as const

const RULES = Object.values(PATTERNS)
const COUNT_MAX = 3
const FORM = ['startsAsQuestion', 'endsAsQuestion', 'startsWithNumber', 'logCharacters'] as const

/** Names of the cues, in the order of the numbers that `weighCues` gives. */
export const CUE_NAMES: readonly string[] = [...Object.keys(PATTERNS), ...FORM]

const QUESTION_START =
  /^\W*(?:ask hn:?|\[?question\]?:?|help:?|hi|hey|hello|so|ok)?\W*(?:who|what|which|when|where|why|how|is|are|am|do|does|did|can|could|should|would|will|has|have|any|anyone|anybody|best)\b/

/** The cues of one sentence: how often each rule matches (at most 3), and its form. */
export interface SentenceCues {
  counts: Uint8Array
  startsAsQuestion: boolean
  endsAsQuestion: boolean
  startsWithNumber: boolean
  characters: number
}

export function readCues(sentence: string): SentenceCues {
  const folded = sentence
    .replace(/[\u2018\u2019]/g, "'")
    .toLowerCase()
    .trim()
  return {
    counts: Uint8Array.from(RULES, (rule) => countMatches(folded, rule)),
    startsAsQuestion: QUESTION_START.test(folded),
    endsAsQuestion: /\?["')\]]*$/.test(folded),
    startsWithNumber: /^\W*\d+ [a-z]/.test(folded),
    characters: sentence.length,
  }
}

/**
 * The cues of a passage, from its sentences in order: `log2(1 + count)` up to 2 for each rule, then form and length.
 */
export function weighCues(sentences: readonly SentenceCues[]): Float32Array {
  const cues = new Float32Array(CUE_NAMES.length)
  let characters = 0
  for (const sentence of sentences) {
    characters += sentence.characters + 1
    sentence.counts.forEach((count, index) => (cues[index] = (cues[index] ?? 0) + count))
  }
  for (let index = 0; index < RULES.length; index++) cues[index] = Math.log2(1 + Math.min(COUNT_MAX, cues[index] ?? 0))
  const form = RULES.length
  cues[form] = sentences[0]?.startsAsQuestion === true ? 1 : 0
  cues[form + 1] = sentences.at(-1)?.endsAsQuestion === true ? 1 : 0
  cues[form + 2] = sentences[0]?.startsWithNumber === true ? 1 : 0
  cues[form + 3] = Math.log10(1 + characters)
  return cues
}

function countMatches(text: string, rule: RegExp): number {
  return Math.min(COUNT_MAX, text.match(rule)?.length ?? 0)
}
