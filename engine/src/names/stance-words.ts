/** Where a watched name stands, after the names were covered. */
export const COVER = '\uE000'
const N = `${COVER}+(?!${COVER})`
/** Not what is part of it or made with it. */
const WHOLE = String.raw`(?! (?:\w+ing|install\w*|ui|icons?|page|folder|files?|link|documents?|docs?|spreadsheets?|sheet|partition|logo|servers?|box|machine|account|feedback|alone|sites?|tutorials?|courses?|class|books?|plugins?|themes?|templates?|extensions?|api)\b)`

/** A pattern that speaks for a stance, and how much. */
export interface Cue {
  pattern: RegExp
  weight: number
}

function cue(weight: number, ...sources: string[]): Cue {
  return { weight, pattern: new RegExp(sources.join('|'), 'giu') }
}

export const COMPLAINS: readonly Cue[] = [
  cue(
    2,
    String.raw`\b(?:worst|terribl[ey]|horribl[ey]|awful(?:ly)?|horrendous|suck(?:s|ed|ing)?|hate[ds]?|ridiculous(?:ly)?|unacceptable|pathetic|disgust\w*|useless|worthless|garbage|rubbish|crap(?:py)?|nightmare|disaster|never again|a joke|wtf|rude|disappoint\w*|frustrat\w*|annoy\w*|furious|angry|shame(?:ful)?|unhelpful|bullshit|shit(?:ty|show)?|scam\w*|rip[- ]?off|appalling|lousy|incompeten\w*|clueless|embarrass\w*|screw(?:ed|ing)|cluster\s?f\w*|irritat\w*|upset|unhappy|ruin(?:ed|ing)|wast(?:e|ed|ing) (?:of|my|our|time)|absurd|insane|insult\w*|disrespect\w*|inexcusable|dreadful|abysmal|atrocious|unreliable|unprofessional|buggy|bloated|overpriced|stay away|steer clear|beware|avoid|dying|misleading|dishonest|liars?|lied|lying|outrageous|sneaky|hesitant|degrad(?:es?|ing)|cumbersome|unusable|glitch\w*|painful(?:ly)?|inferior|cop-?out|lies|outage|negatively|nail in the coffin|stupid|stubborn|unwilling|good riddance|painfully|am i the only one|seems? (?:slow|broken|down|laggy)|any(?:one|body) else (?:\w+ ){0,3}?(?:experienc\w+|hat(?:e|ing)|tired|annoyed|frustrated|sick))\b`,
    String.raw`\b(?:it'?s (?:so |a |such a )?(?:sad|shame|pity)|is (?:it|this|that) (?:your|how you) (?:\w+ )?(?:protocol|policy|practice|idea|treat)|fed up|sick of|tired of|speak (?:to|with) a (?:human|person|manager|supervisor)|what(?:'?s| is) (?:going on|up|wrong|the deal|the point) (?:with|of)|had enough|messed up|let (?:me|us) down|lost (?:my|our|a) (?:bag|bags|luggage|business|customer)|should never|kill(?:s|ed|ing) me|drives? me (?:crazy|nuts)|pisses? me|pissed|hung up on|no (?:customer service|response|reply|answers?|explanation|communication|apology|excuse)|thanks? (?:you )?(?:for nothing|a lot for|for (?:patroni\w+|not|ruin\w*|los\w*|the (?:delay|wait)|cancel\w*|wast\w*|mak\w* (?:me|us)|leav\w*|over\w*|keep\w*))|(?:not|isn'?t|aren'?t|wasn'?t|never|hardly) (?:cool|ok|okay|happy|acceptable|good|helpful|impressed|fun|great|worth|worthy|enough flexib\w+)|less than (?:helpful|impressed|stellar)|get it together|do better|worst ever|customer service (?:fail|issue)|#fail\w*)\b`,
  ),
  cue(
    1,
    String.raw`\b(?:bugs?|errors?|issues?|offline|taken down|only (?:on|in)|monitors everything|crash(?:es|ed|ing)?|broken|breaks?|slow(?:er|ly)?|delay(?:s|ed)?|cancel\w*|stuck|stranded|waiting|on hold|(?:\d+|an?|two|three|few|several|many) ?(?:hours?|hrs?|mins?|minutes)|tarmac|runway|late|miss(?:ed|ing)|refus\w*|wrong|bad(?:ly)?|unable|lack(?:s|ing)?|expensive|hacked|compromised|confus\w*|freez\w*|froze|frozen|hangs|corrupt\w*|dropp(?:ed|ing)|lost|fail(?:s|ed|ing|ure)?|poor(?:ly)?|mess|ugly|overbook\w*|downgrad\w*|stolen|damaged|vulnerab\w*|doesn'?t (?:work|help|care|let|even|support|seem)|(?:not|isn'?t) working|won'?t (?:let|work|even|help)|can'?t (?:get|even|eat|find|use|believe|reach|access|check|log|book)|couldn'?t (?:get|even|help)|didn'?t (?:get|even|work|help|receive|bother)|still (?:no|not|waiting|haven'?t|hasn'?t|don'?t)|why (?:can'?t|don'?t|is|are|do|does|would|did|won'?t|the)|no one|nobody|never|repeatedly|taking so long|not \w+ing|really\?|seriously|how (?:is|does|can|do) (?:it|this|that|you|they) (?:possible|take|not)|if only|too bad|was told|hold for|unfortunately|forc(?:ed|ing)|no longer|charg(?:ed|ing) (?:me|us|twice)|fees?|instead of)\b`,
    String.raw`!!!+|\?!|😡|😠|😤|👎|:\(|😒|😩|😭|💔|🙈`,
  ),
]

export const PRAISES: readonly Cue[] = [
  cue(
    2,
    String.raw`\b(?:awesome|amazing(?:ly)?|excellent(?:ly)?|fantastic|wonderful|brilliant|impress(?:ed|ive)|kudos|flawless(?:ly)?|outstanding|superb|stellar|phenomenal|incredible|delight\w*|bravo|lovely|beautiful(?:ly)?|terrific|exceptional|invaluable|lifesaver|life saver|game changer|rocks?|rocked|yay|props|shout ?-?out|hats off)\b`,
    String.raw`\b(?:lov(?:e|ed|es|ing|in) (?:it|this|that|you|u|ya|how|the|my|your|our|flying|using|to fly|working|jet|these|their|every)|i (?:really |just |still |absolutely )?(?:love|like|enjoy) (?:the |using |my |how )?(?:new|it)|(?:big|huge|great) fan|(?<!not |not a )fan of|well done|good job|great (?:job|work|service|flight|crew|customer|experience|product|tool|app|seat\w*|team|staff|help|trip|support|update|time|people|attitude|airline|feature\w*)|works? (?:great|well|perfectly|flawlessly|like a charm|beautifully|really well|very well|so well|fine)|work(?:ed|ing) (?:out )?(?:great|well|perfectly|flawlessly|like a charm|beautifully|fine)|(?:pretty|so|very|really|super|quite|most) (?:awesome|cool|great|good|impressed|nice|helpful|happy|easy|slick|solid|powerful|professional|pleased|pleasant|friendly)|highly recommend|recommend (?:it|them)|made my (?:day|night|week)|happy (?:with|to|customer)|glad|best (?:airline|flight|service|customer|decision|thing|experience|in|ever|crew|\w+agent|product|tool|app)|fav(?:e|s|ou?rites?)?|in ?love w\w*|bl(?:ow|ows|ew|own) (?:my|me|us|away)|works? wonders|you guys (?:rock|are)|you(?:'re| are) the best|(?<!what is |what's |which is )the best(?! (?:the|they|you|i|we|way|place|option|free)\b)|much better|so much better|thank(?:s| you) (?:so much|for (?:the|your|being|a|all|getting|making|help\w*|taking|great|quick\w*|amazing|respond\w*|refund\w*|follow\w*|let\w*)))\b`,
    String.raw`\b(?:(?:i|we) (?:really |just |still |absolutely )?(?:love|like|enjoy|recommend)|lov(?:e|ing|es)|recommend|thank(?:s| you),?) (?:the |using |my |how |you )?${N}|${N}(?:'s)? (?:rocks|rules|ftw|is (?:the best|great|good|easy|fast))`,
    String.raw`❤|😍|👌|👍|💙|💕|💗|😘|🙌|👏|😃|😄|<3|:-?D`,
  ),
  cue(
    1,
    String.raw`\b(?:(?<!would be )great(?:ly)?|nice(?:ly)?|happy(?! to)|friendly|helpful|smooth(?:ly)?|enjoy\w*|excited|fun|powerful|solid|thx|tnx|thnx|thks|ty|thanks?|thank you|appreciate\w*|pleased|perfect(?:ly)?|loved|useful|handy|comfortable|professional|elegant|clever|sweet|can'?t wait|pretty well)\b`,
  ),
  cue(0.5, String.raw`:-?\)|;-?\)|😊|☺|😁|😎`),
  cue(0.6, String.raw`\b(?:good|cool|easy|easily|easier|fast|well|quick(?:ly)?|better)\b`),
]

export const ASKS: readonly Cue[] = [
  cue(
    2,
    String.raw`\b(?:how|what|which|where|when|who|whose|can|could|should|would|will|is|are|was|does|do|did|has|have|any|anyone|anybody|am|if|why|so|or|want|think|whats|what's)\b[^!?\n]{2,200}?\?`,
    String.raw`(?<!if you |you ever )\b(?:any(?:one|body) (?:\w+ )?(?:know|tell|help|explain|have|had|point|recommend|use[ds]?|using|here|else|tried|experience|can|heading|going)|(?:any|some|need|need some|looking for|appreciate|seeking|want) (?:\w+ )?(?:advice|help|ideas?|tips|thoughts|suggestions?|recommendations?|pointers|insight|guidance|opinions?|assistance)|i need (?:help|to know|advice|some|a)|please (?:help|advise|follow|dm|respond|explain|fix|let)|pls (?:help|advise|follow|dm)|plz|can'?t figure|trying to (?:figure|find|understand|learn|get|set|make|do|connect|create|use|write|run|install)|how (?:do|can|should|would|could|does|did|much|many|long|easily|is|are)|(?<!knows? |knew |learn |here's |here is |shows? )how to|looking (?:for|to|at|into)|i(?:'m| am| was| have been)? ?(?:just )?(?:wonder(?:ing)?|curious)|not sure (?:how|if|what|whether|where)|is there (?:a|any|an|some)|are there|do i (?:need|have)|should i|what (?:is|are|would|do|should|can) (?:the |some |good )?|what'?s the (?:best|easiest|difference)|help (?:me (?:with|out|find|understand|choose|decide|please)|please|needed|would)|(?:can|could) (?:you |someone |anyone )?help|what i (?:want|need)|(?:taking|open to) (?:any|all)|help!+|#help|in need of|(?:can|could) (?:someone|somebody|anyone|anybody)|would (?:you|someone|it be|love (?:it|to)|like (?:to|it))|feature request|please add|suggestion:|it would be (?:nice|great|useful|helpful|cool)|wish (?:it|you|they|there|i)|having (?:a )?(?:\w+ )?(?:trouble|problems?|issues?|difficult\w*|time)|struggling|stuck|confused|have a question|quick question|i have no idea|no idea (?:how|what|where)|don'?t (?:know|understand) (?:how|what|why|if|where)|someone should|show me)\b`,
  ),
  cue(
    2,
    String.raw`^ask hn:[^?]*\?`,
    String.raw`(?:^|[,.:;!] |please |hey |there,? )(?:can|could|would|will) (?:you|u|y'?all|i|we)\b`,
  ),
  cue(1, String.raw`\?`, String.raw`\b(?:help|advice|recommend\w*|suggest\w*|please|pls)\b`),
]

const THING = String.raw`(?:(?:my|our|the|a|an|your|their|using|all|old|this|that|any|of|company|own|entire|existing|current|whole|paid|free) ){0,3}`
/** Another name, or its first word. */
const OTHER = String.raw`(?:[\p{L}\p{N}@][\p{L}\p{N}.+#/-]*|${N})`
const COMPARATIVE = String.raw`(?:better|worse|more \w+|less \w+|superior|inferior|(?:fast|slow|cheap|easi|hard|nic|small|larg|bigg|clean|light|heavi|strong|weak|simpl|smart|saf|quick|great|high|low|long|short|old|new|clos|wid|quiet|smooth|friendli|prettier|ugli|cool|rich|poor|tough|stabl)e?r)`
const MOVE = String.raw`\b(?:switch|migrat|mov|convert|transition|chang|port|flip|go|went|swap|jump|shift)(?:e|ed|es|ing|ation|s|over)?\b`

/** One thing is given up for another; the groups `from` and `to` are what is told of both. */
export const SWITCHES: readonly RegExp[] = [
  String.raw`^\W*(?:abandoning|leaving|ditching|dumping|quitting|replacing) (?<from>${OTHER})\b[^\n]{0,30}?(?<to>${N})`,
  String.raw`\btransferr?(?:ed|ing)?\b[^.?!\n]{0,40}?\b(?:off(?: of)?|away from) ${THING}(?<from>${N})`,
  String.raw`(?<from>${N})[^.?!\n]{0,60}?\b(?:switch|mov|chang|migrat)(?:e|ing)? to (?:something|another|a different|anything)\b`,
  String.raw`(?<from>${N})[^.?!\n]{0,60}?\b(?:plan(?:ning)? (?:on|to)|thinking (?:of|about)|going to|want to) (?:mov|switch|chang|migrat|upgrad)(?:e|ing) to ${THING}(?<to>${OTHER})`,
  String.raw`${MOVE}[^.?!\n]{0,40}?\b(?:away from|off of|off|from) ${THING}(?<from>${N})${WHOLE}(?:[^.?!\n]{0,40}?\b(?:over to|to|into|onto) ${THING}(?<to>${OTHER}))?`,
  String.raw`${MOVE}[^.?!\n]{0,30}?\bfrom ${THING}(?<from>${OTHER})[^.?!\n]{0,25}?\b(?:over to|to|into|onto) ${THING}(?<to>${N})`,
  String.raw`\b(?:switch|migrat|convert|transition)(?:e|ed|es|ing|ation)?\b[^.?!\n]{0,30}?\b(?:over to|to|into|onto|back to) ${THING}(?:\S+/)?(?<to>${N})${WHOLE}`,
  String.raw`\b(?:switch|migrat)(?:ed|ing) (?:over )?to ${THING}(?<to>${OTHER})[^.?!\n]{0,40}?(?<from>${N})`,
  String.raw`\bmov(?:e|ed|ing)\b (?:\S+ ){0,4}?(?:over to|to|into|onto|back to) ${THING}(?<to>${N})`,
  String.raw`(?<!never |not |n't )\b(?:going|went|go|came|come) back to ${THING}(?<to>${N})(?! and\b)`,
  String.raw`\b(?:import|port)(?:ed|ing)?\b(?![^.?!\n]*\b(?:csv|pdf|database|db|files?|data|tables?|text|xml)\b)[^.?!\n]{0,30}?\b(?:into|to|onto) ${THING}(?<to>${N})${WHOLE}`,
  String.raw`\b(?:ditch|dump|drop|leav|left|replac|quit|swap|trad)(?:p?ed|e|s|p?ing)?(?: out| in)? ${THING}(?<from>${OTHER})(?: \S+){0,8}? (?:for|with|and (?:get|use|try|install)) ${THING}(?:\w+ )?(?<to>${N})`,
  String.raw`\b(?:swap|trad)(?:p?ed|e|p?ing)? (?:out|in) ${THING}(?<from>${N})(?:[^.?!\n]{0,50}? (?:with|for) ${THING}(?<to>${OTHER}))?`,
  String.raw`${MOVE}[^.?!\n]{0,40}?\bin (?<from>${N})\)? (?:in)?to ${THING}(?<to>${OTHER})`,
  String.raw`\b(?:migrat|transfer|convert|mov|export)(?:r?ed|e|r?ing)? ${THING}(?:from )?(?<from>${N})(?: \w+){0,2} (?:over )?(?:in)?to ${THING}(?<to>${OTHER})`,
  String.raw`\b(?:go|going|went|switch\w*|mov\w*) back to ${THING}(?<to>${OTHER})[^.?!\n]{0,40}?(?:instead of|from|rather than)(?: \S+){0,2}? (?<from>${N})`,
  String.raw`\bmov(?:e|ed|ing) to (?:a|an|another|the) (?:different|new|other)[^.?!\n]{0,30}?\(?(?<to>${N})`,
  String.raw`\b(?:sick|tired) of[^.?!\n]{0,40}?(?<from>${N})[^?!\n]{0,80}?\b(?:replace it|something else|alternatives?|move on|switch)\b`,
  String.raw`\breplac(?:e|ed|es|ing) ${THING}(?:\w+ )?(?<from>${N})(?!'s| \w+'s)(?: \S+){0,3}?(?: (?:with|by) ${THING}(?<to>${OTHER}))?`,
  String.raw`\b(?:ditch|dump|abandon|drop|leav|left|cancell?|quit|forsak|uninstall)(?:e|ed|ing)? ${THING}(?<from>${N})${WHOLE}(?! (?:a|to the|on|in|open)\b)(?:[^.?!\n]{0,25}?\b(?:for|to) ${THING}(?<to>${OTHER}))?`,
  String.raw`\b(?:(?:goodbye|good bye|bye|farewell)(?: \S+){0,3}?|done with|finished with|g[ia]v(?:e|en|ing) up(?: on)?|(?:got|get|getting) (?:rid|out) of|get(?:ting)? away from|stop(?:ped|ping)? using|no longer us(?:e|ing)|used to use|moved? (?:off|away)|away from|cut(?:ting)? out) ${THING}(?<from>${N})${WHOLE}`,
  String.raw`\b(?:started|start|begun|now) using ${THING}(?<to>${N}) instead(?: of ${THING}(?<from>${OTHER}))?`,
  String.raw`\b(?<from>${N}) to (?<to>\p{Lu}[\p{L}\p{N}.+#-]*)[^.?!\n]{0,20}?\b(?:migration|switch|conversion|transfer)`,
  String.raw`\b(?<from>\p{Lu}[\p{L}\p{N}.+#-]*) to (?<to>${N})[^.?!\n]{0,20}?\b(?:migration|switch|conversion|transfer)`,
  String.raw`\b(?:from) ${THING}(?<from>${N}),? to (?<to>\p{Lu}[\p{L}\p{N}.+#-]*)`,
  String.raw`\b(?:from) ${THING}(?<from>\p{Lu}[\p{L}\p{N}.+#-]*) to (?<to>${N})`,
].map(readPattern)

/** To a company itself, what is neither thanks nor a question. */
export const REMARKS: readonly Cue[] = [
  cue(2, String.raw`\bwhy\b[^.!?]*\?`),
  cue(
    0.5,
    String.raw`\b(?:not|no|didn'?t|don'?t|doesn'?t|wasn'?t|isn'?t|can'?t|couldn'?t|won'?t|still|again|but|only|hours?|already|supposed|should|why|instead|without|ago|yesterday|sorry|apologi\w+|line|broke|response|phone|call\w*|bags?|baggage|luggage|sit(?:ting)?|tarmac|rebook\w*|refund|another|just)\b`,
  ),
]

/** Two things are held against each other, or one is looked for in place of the other. */
export const COMPARES: readonly RegExp[] = [
  String.raw`${N}(?:'s)?(?: \S+){0,2}? (?:vs\.?|v\.|versus|compared? (?:to|with|against)) `,
  String.raw`\b(?:vs\.?|versus|compared (?:to|with)|comparisons? (?:of|between|with|to)|comparing|comparable (?:to|with)) (?:\S+ ){0,4}?${N}`,
  String.raw`\b(?:${COMPARATIVE}|rather)(?: \S+){0,3}? than ${THING}(?:\w+ )?${N}`,
  String.raw`\b(?:different|differently|superior|inferior)(?: \S+){0,3}? (?:than|to|from) ${THING}(?:\w+ )?${N}`,
  String.raw`${N}[^.?!\n]{0,60}? (?:is|are|was|seems?|looks?|being|runs?|works?|much|far|way|lot) (?:\S+ ){0,3}?(?!better off)${COMPARATIVE} (?:\S+ ){0,2}?than (?!just|the rest|that\b|i\b|we\b|expected|usual|ever|before|any|you)`,
  String.raw`${N}[^.?!\n]{0,80}?\b(?:alternatives?|equivalents?)\b`,
  String.raw`\b(?:alternatives?|equivalents?)\b[^.?!\n]{0,60}?${N}`,
  String.raw`\b(?:either|torn between|options are)\b[^.?!\n]{0,40}?${N}[^.?!\n]{0,40}?\b(?:or|and)\b`,
  String.raw`\bcompar(?:ed|ing)\b[^.\n]{0,40}?${N}`,
  String.raw`\bcomparable (?:\w+ )?(?:to|with) ${THING}(?:\w+ )?${N}`,
  String.raw`${N}[^.?!\n]{0,80}?\b(?:something|anything) better\b`,
  String.raw`\balternatives? (?:to|for|of) ${THING}(?:\w+ )?${N}`,
  String.raw`${N}(?:'s)?[ -](?:alternatives?|equivalents?|replacements?|substitutes?|clones?|competitors?|killer)`,
  String.raw`\b(?:equivalent|similar|simular|comparable|replacement|substitute|competitor|rival|counterpart|answer)s? (?:to|of|for|with) ${THING}(?:\w+ )?${N}`,
  String.raw`\b(?:something|anything|program|software|tool|app|service|site) (?:just |more )?like ${THING}${N}${WHOLE}`,
  String.raw`\bdifferences? (?:\S+ ){0,3}?(?:between|b/w|with) [^.?!\n]{0,50}?${N}`,
  String.raw`\b(?:prefer\w*|choos\w*|chose|pick\w*) [^.?!\n]{0,40}?${N}[^.?!\n]{0,20}? (?:to|over|rather)`,
  String.raw`\b(?:instead of|rather than|as opposed to|in favou?r of|unlike|compared to|prefer (?:not to|to not) use) ${THING}${N}`,
  String.raw`\b(?:advantages?|benefits?|pros|reasons?|point)\b[^.?!\n]{0,40}?${N}[^.?!\n]{0,40}? over `,
  String.raw`${N}(?:'s)? or ${THING}(?:\p{Lu}|\w+\?)(?=[^.!\n]*\?|[^.!?\n]*$)`,
  String.raw`\b\p{Lu}[\p{L}\p{N}.+#-]* or ${THING}${N}(?=[^.!\n]*\?)`,
  String.raw`${N}, \p{Lu}[\p{L}\p{N}.+#-]*(?: \p{Lu}\w+)?,? or [^.!\n]*\?`,
  String.raw`\bbetter (?:choice|option|fit|bet)\b`,
].map(readPattern)

/** What asks for an upper-case letter tells upper from lower case. */
function readPattern(source: string): RegExp {
  return new RegExp(source, source.includes(String.raw`\p{Lu}`) ? 'u' : 'iu')
}
