/** What a business does with what it offers. */
export const OFFERS =
  /^(?:offers?|provides?|sells?|makes?|supply|supplies|stocks?|runs?|teach|teaches|bakes?|brews?|roasts?|crafts?|manufactures?|imports?|publish|publishes|produces?|grows?|does|do|hosts?|rents?|hires?|organi[sz]es?|creates?|designs?|exports?)$/u
/** Of these verbs, those whose object is bought. */
export const GOODS_VERB =
  /^(?:sells?|makes?|suppl(?:y|ies)|stocks?|bakes?|brews?|roasts?|crafts?|manufactures?|imports?|exports?|grows?)$/u
/** What is done with a subject: `treating back pain`. */
export const TREATS = /^(?:treats?|treating|handles?|handling|covers?|covering|tackles?|including|include|includes)$/u
/** Heads that praise instead of naming a thing. */
export const NO_OFFER =
  /^(?:alternative|way|ways|place|home|solutions?|answers?|partners?|choice|one|name|leaders?|part|fans?|approach|team|family|bunch|lot|pleasure|mission|passion|people|prices?|pricing|rates?|range|variety|quotes?|promise|difference|experience|value|results?|journey|world|future|potential|growth|success|years?|days?|weeks?|months?|hours?|minutes?|opening|times?|contact|about|welcome|faqs?|reviews?|testimonials?|customers?|clients?|values?|process|project|projects|story|stories|news|blog|us|gallery|contracts?|trial|innovation|excellence|integrity|agility|details|information|questions?|step|steps|call|us|everything|something|spreadsheets?|paperwork|benefits?|features?|spot|alternative|replacement|community|guarantee|set-up|setup|fees?|visits?|mornings?|evenings?|nights?|voice|offices?|half|appointments?|funding|menus?|downloads?|availability|outstanding|licen[cs]e|licensed|things?|stuff|magic|sense|noise|bits|people)$/u
/** Heads that need a word before them to say anything. */
export const VAGUE =
  /^(?:software|invoices?|reminders?|notes?|updates?|degrees?|accessories|tests?|aids?|saas|cloud|dashboards?|integrations?|apps?|application|platform|tools?|toolkit|systems?|suite|services?|products?|applications?|games?|shipping|collection|returns?|backups?|players?|clubs?|storage|scheduling|messaging|collaboration|networking|shopping|chat|company|business|firm|agency|studio|brand|organi[sz]ation|group|provider|experts?|specialists?|shop|store|consultancy|practice|makers?|assistant|service|work|support|advice|help|design|training|coaching|care|management|development|consulting|delivery|plans?|accounts?|cards?|items?|goods|charity|foundation|trust|club|network|courses?|classes|workshops?|lessons?|programmes?|programs?|trips?|tours?|holidays?|rooms?|breaks?|projects?|planning|strategy|production|maintenance|installation|repairs?|servicing|marketing|insurance|space|venue|centre|center|engine|builder|contractors?|supplier|suppliers|manufacturers?|wholesalers?|distributors?|brokers?|agents?|polic(?:y|ies)|consultants?|engineers?|trust|campaign|monitoring|tracking|automation|analytics|research|testing|hire|storage|cover|professionals?|designers?|trainers?|instructors?)$/u
/** Words that tell where something runs, and not what it is. */
export const ON_WHAT =
  /^(?:(?:ipad|iphone|android|ios|mac|web|mobile|desktop|browser|cloud|online|digital|cloud-based|web-based|native|ai|ai-powered|saas|smart|shopify|wordpress|slack|chrome|figma|notion|excel|salesforce|hubspot|and|&)\s)+(?!games)\S+$/iu
/** Verbs that begin an order on a page, and look like nouns. */
export const ORDER =
  /^(?:get|send|start|stop|book|turn|keep|join|try|meet|see|say|let|chase|hire|order|shop|call|ring|visit|find|choose|compare|save|plan|track|manage|ask|read|learn|watch|view|contact|request|migrate|switch|move|speak|work|talk|come|enjoy|discover|explore|cancel|pause|connect|connects|compress|query|ingest|share|drop|win|unlock|transform|build|grow|bring|give|take|make|create|design|set|sign|pay|run|look|know|help|need|want|tired|trusted|loved|used|made|designed|built|powered|proudly)$/u

/** What things do by themselves, and firms seldom say of themselves in the third person. */
const WORKS =
  /^(?!(?:helps|offers|provides|sells|teaches|runs|makes|does|works|serves|brings|delivers|supplies|supports|trains|organi[sz]es|has|is|was|believes|speciali[sz]es|designs|publishes|cares|hosts|started|began|stocks|bakes|brews|roasts|imports|manufactures|produces|creates|builds|grows|cooks|employs|represents|advises)$)[a-z]+s$/u

/** How much a verb after the name speaks of a program: those let people do things, and do things by themselves. */
export function workOf(verb: string): number {
  if (/^(?:lets|allows|enables)$/u.test(verb)) return 2
  return WORKS.test(verb) ? 1 : 0
}
