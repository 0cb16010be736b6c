/**
 * What the last word of an offer says about how people ask for it. `software` is used, a `provider` is hired, `people` are placed by an agency,
 * an `activity` is paid for, a `course` is taken, a `trip` is booked, a `plan` is taken out, `goods` are bought.
 */
export type OfferKind =
  | 'software'
  | 'people'
  | 'provider'
  | 'venue'
  | 'activity'
  | 'course'
  | 'trip'
  | 'plan'
  | 'goods'
  | 'cause'

const HEADS: Readonly<Record<Exclude<OfferKind, 'goods' | 'people'>, ReadonlySet<string>>> = {
  software: singulars(
    'software app application platform tool toolkit system suite database library framework api sdk plugin plug-in extension dashboard crm erp cms assistant engine chatbot bot marketplace tracker planner calculator generator scheduler hosting saas tracking monitoring analytics automation host vpn inbox wiki firewall backup player',
  ),
  provider: singulars(
    'firm agency company consultancy contractor specialist expert business maker team bureau broker brokerage chambers garage consultant accountant counsel bookkeeper solicitor lawyer attorney barrister notary conveyancer architect surveyor engineer designer developer photographer videographer filmmaker coach tutor teacher trainer instructor therapist counsellor counselor psychologist psychotherapist physiotherapist osteopath chiropractor nutritionist dietitian dentist orthodontist optician vet doula midwife nanny childminder carer agent advisor adviser planner-person plumber electrician builder roofer plasterer joiner carpenter decorator painter gardener landscaper cleaner locksmith mechanic installer tiler glazier fitter handyman arborist surgeon florist baker caterer chef tailor seamstress upholsterer jeweller jeweler goldsmith blacksmith printer bookbinder framer translator interpreter copywriter editor writer illustrator copywriters recruiter headhunter stylist hairdresser barber beautician celebrant magician dj band groomer sitter walker groomers detective courier haulier mover remover manufacturer wholesaler distributor supplier auctioneer valuer undertaker',
  ),
  venue: singulars(
    'shop festival fair exhibition conference club choir store studio clinic practice bakery restaurant cafe café bar pub brewery winery distillery hotel hostel guesthouse b&b campsite gym spa salon barbershop school nursery pre-school preschool kindergarten academy college museum gallery theatre theater cinema library-room barn hall chapel castle manor ballroom surgery pharmacy hospital centre center venue farm kennel kennels cattery market boutique bookshop bookstore deli butcher fishmonger greengrocer grocer dairy roastery coworking space co-working optometrist leisure pool makerspace',
  ),
  activity: singulars(
    'repair installation maintenance care design removal cleaning advice support consulting management planning preparation translation photography videography therapy physiotherapy treatment surgery massage catering copywriting bookkeeping accounting accountancy transcription delivery storage hire rental audit inspection servicing service work renovation restoration construction development marketing seo advertising branding recruitment outsourcing testing writing editing printing search control conveyancing probate representation landscaping gardening decorating plumbing heating roofing plastering joinery carpentry tailoring grooming walking boarding sitting consultation counselling counseling mediation arbitration conversion refurbishment alteration engraving framing fitting finishing decoration healthcare rehab rehabilitation strategy fulfilment fulfillment logistics freight shipping haulage sourcing procurement clearance disposal collection drafting filing compliance valuation survey insulation consultation review return restoration fabrication implementation integration registration decluttering payroll photo shoot styling makeover detailing valeting dentistry whitening removals proofreading localisation localization subtitling animation production',
  ),
  course: singulars(
    'course class workshop lesson training bootcamp boot-camp tuition tutoring coaching session masterclass certification programme program camp evening-class teaching apprenticeship curriculum',
  ),
  trip: singulars(
    'holiday trip tour cruise retreat getaway cottage lodge villa charter cabin glamping expedition voyage vacation excursion yurt treehouse walk hike safari',
  ),
  plan: singulars('mortgage loan insurance pension policy tariff broadband'),
  cause: singulars('charity foundation nonprofit non-profit trust helpline foodbank campaign cooperative'),
}

const ENDINGS: readonly [RegExp, OfferKind][] = [
  [/(?:clothing|lighting|bedding|flooring|painting|drawing|earring|decking|fencing|cladding|guttering)$/u, 'goods'],
  [
    /^(?!building|meeting|wedding|morning|evening|spring|string|ceiling|pudding|housing|setting|offering|listing|opening|beginning|living|being|understanding|feeling|rating|parking|funding|pricing|everything|something|anything|nothing|wellbeing|well-being|saving|earning|king|ring|wing|thing)[\p{L}-]+ing$/u,
    'activity',
  ],
  [/(?:graphy|therapy)$/u, 'activity'],
  [/\p{L}(?:maker|smith|wright|monger)$/u, 'provider'],
  [
    /^(?!.*(?:playlist|checklist|shortlist|waitlist|twist|wrist|waist)$)\p{L}{2,}ist$|(?:ician|itian|inarian)$/u,
    'provider',
  ],
]

/** How people ask for what ends in this word; undefined where the word alone does not tell. */
export function kindOfHead(head: string): OfferKind | undefined {
  const one = singular(head.toLowerCase().replace(/^.*-(?=\p{L}{4})/u, ''))
  const listed = (Object.keys(HEADS) as (keyof typeof HEADS)[]).find((kind) => HEADS[kind].has(one))
  return listed ?? ENDINGS.find(([ending]) => ending.test(one))?.[1]
}

/** Whether the list has the word, so that it says enough alone: `plumbing`, not `scheduling`. */
export function isListedHead(head: string): boolean {
  const one = singular(head.toLowerCase())
  return Object.values(HEADS).some((heads) => heads.has(one))
}

/** Nouns of people and organizations, by which a buyer is recognized. */
const ORGANIZATIONS = singulars(
  'business company firm startup start-up scale-up scaleup team agency clinic practice school university college hotel restaurant pub cafe café bar shop store retailer brand charity nonprofit non-profit organisation organization enterprise manufacturer wholesaler distributor supplier merchant provider operator contractor employer club church council authority department studio salon gym hospital hospice surgery farm winery brewery bakery publisher museum association landlord landlady sme smb venue broker bank insurer factory warehouse carrier fleet office household family utility co-op chain franchisee supermarket court airline airport embassy nursery kennel garage startup group producer importer exporter franchise ngo municipality trader vendor seller workshop theatre laboratory lab dealership institution property-manager trades trade',
)
const PRIVATE_PEOPLE = singulars(
  'person people folk adult woman man parent mother father mum dad couple child kid teenager teen toddler baby student pupil learner beginner graduate expat homeowner owner traveller traveler walker runner cyclist gardener collector player gamer fan lover enthusiast hobbyist amateur patient client customer guest tenant resident user buyer driver rider pensioner retiree senior veteran carer caregiver refugee migrant bride groom vegan vegetarian cook angler golfer climber swimmer sailor skier surfer camper hiker pet-owner newcomer somebody anyone everyone individual member donor volunteer reader listener viewer leaver jobseeker job-seeker candidate applicant borrower victim survivor sufferer',
)
const PROFESSIONALS = singulars(
  'founder freelancer developer engineer designer marketer creator teacher manager director professional consultant maker artist musician writer author photographer seller admin administrator analyst scientist researcher accountant bookkeeper lawyer solicitor servant barrister dentist doctor nurse therapist coach tutor trainer electrician plumber builder tradesperson tradespeople roofer landscaper decorator athlete recruiter agent advisor adviser planner investor worker employee employer contractor entrepreneur executive leader cto ceo cfo baker chef farmer grower speaker podcaster blogger streamer editor journalist practitioner supervisor principal head staff self-employed clerk bursar warden steward curator librarian treasurer secretary surveyor architect referee tradesman operator host landlord',
)
/** People who cannot ask for themselves, and who asks for them. */
const ASKED_FOR: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    child: 'Parents',
    kid: 'Parents',
    toddler: 'Parents',
    baby: 'Parents',
    teenager: 'Parents',
    teen: 'Parents',
    pupil: 'Parents',
    newborn: 'Parents',
    dog: 'Dog owners',
    puppy: 'Dog owners',
    cat: 'Cat owners',
    kitten: 'Cat owners',
    horse: 'Horse owners',
    pet: 'Pet owners',
  }),
)
/** Those whom a business serves are often somebody's customers or staff; who buys from us is somebody else then. */
const OTHERS = singulars(
  'patient guest diner tenant shopper passenger pupil student client customer visitor resident member fan donor borrower policyholder claimant jobseeker candidate applicant employee staff worker learner reader listener viewer player child kid user buyer subscriber attendee citizen rider recipient participant',
)

/** Whether a noun names organizations, and not people at their work. */
export function isBusinessHouse(noun: string): boolean {
  return ORGANIZATIONS.has(singular(noun.toLowerCase()))
}

/** Whether a noun names organizations or people at their work, as far as we know it. */
export function isBusinessNoun(noun: string): boolean {
  const one = singular(noun.toLowerCase())
  return (ORGANIZATIONS.has(one) && !/^(?:family|household)$/u.test(one)) || PROFESSIONALS.has(one)
}

/** Whether a noun names people or organizations. */
export function isPeopleNoun(noun: string): boolean {
  const one = singular(noun.toLowerCase().replace(/^.*-(?=\p{L}{4})/u, ''))
  return ORGANIZATIONS.has(one) || PRIVATE_PEOPLE.has(one) || PROFESSIONALS.has(one)
}

/** Whether a noun names people who are as a rule customers or staff of another business. */
export function isOthersNoun(noun: string): boolean {
  return OTHERS.has(singular(noun.toLowerCase()))
}

/** Things that end as people do. */
const THINGS =
  /^(?:serv|print|boil|comput|contain|trail|pap|wat|beer|leath|numb|lett|ord|off|dinn|pow|tow|flow|show|rout|sens|mot|heat|radiat|post|cov|draw|stick|scoot|tract|mirr|do|flo|col|colo|err|restaur|pl|eleph|fact|doct|trous|jump|slipp|burg|cleans|moisturis|moisturiz|diffus|plant|grind|roll|shutt|speak|monit|process|conditi|generat|elevat|hang|should|corn|lay|charg|adapt|filt|cook|toast|fold|planner|cent|theat|met|lit|fib|newslett|match|ladd|hamp|starr|past|should|vouch|discount|wonders|answ|chapt|mast|quart|eith|oth|alt|bould|helicopt|canist|blazers|loaf|sweat|mugg|coast|hoodi|cush|candl|lantern|whisk|merch|import|assist|variant|warrant|covenant|gi|instant|constant|consult|burn|soften|freez|mow|trimm|strimm|dry|mix|blend|steam|wash|dishwash|screwdriv|controll|receiv|amplifi|transform|invert|compress|extinguish|detect|toner|remind|mark|regist|locat|spons|feed|divid|deck|cruis|fend|ging|cinem)(?:ers|ors|ants|ours|eurs|res)$/u

/**
 * Whether a plural that stands where buyers are named names people: known ones, and others by their ending, as
 * `inventors` and `florists`.
 */
export function namesPeople(noun: string): boolean {
  const lower = noun.toLowerCase()
  const kind = kindOfHead(lower)
  if (isPeopleNoun(lower) || kind === 'provider' || kind === 'venue') return true
  if (/(?:icans|peans|asians)$/u.test(lower)) return true
  return /(?:[a-z]{3,}ers|[a-z]{3,}ors|ists|eurs|ians)$/u.test(lower) && !THINGS.test(lower)
}

/** Who asks for those who cannot ask themselves: parents for children. */
export function askerFor(noun: string): string | undefined {
  return ASKED_FOR.get(singular(noun.toLowerCase()))
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    people: 'person',
    children: 'child',
    women: 'woman',
    men: 'man',
    wives: 'wife',
    lives: 'life',
    shelves: 'shelf',
    knives: 'knife',
    loaves: 'loaf',
    tradespeople: 'tradesperson',
    feet: 'foot',
    teeth: 'tooth',
    mice: 'mouse',
    movies: 'movie',
    cookies: 'cookie',
    pies: 'pie',
  }),
)
const SINGULAR_IN_S =
  /(?:ss|us|is|news|series|maths|(?:phys|logist|analyt|econom|mathemat|electron|eth|polit|athlet|gymnast|statist|aerob|robot|genet|ceram|acoust)ics|sms|saas|gas|gps|dns)$/u

/** A noun's singular; nouns that only look plural, such as `analytics`, stay. */
export function singular(noun: string): string {
  const irregular = IRREGULAR.get(noun)
  if (irregular !== undefined) return irregular
  if (!noun.endsWith('s') || noun.length < 4 || SINGULAR_IN_S.test(noun)) return noun
  if (noun.endsWith('ies') && noun.length > 4) return `${noun.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|zz)es$/u.test(noun)) return noun.slice(0, -2)
  return noun.slice(0, -1)
}

export function isPlural(noun: string): boolean {
  const lower = noun.toLowerCase()
  return singular(lower) !== lower
}

const UNCOUNTED =
  /(?:ing|ware|wear|broadband|saas|analytics|tech|ance|ence|ography|therapy|ics|ment|care|advice|support|hosting|design|work|help|tuition|ship|ity|ness|coffee|tea|beer|wine|furniture|clothing|jewellery|jewelry|food|bread|cheese|honey|chocolate|pottery|equipment|seo|strategy|data|storage|maintenance|installation|translation|repair|hire|cover|content|marketing|probate|broadband|meat|fruit|veg|skincare|linen|timber|stationery|removal|delivery|insulation|staff|freight|rehab|tv|music|art|law|health|beauty|leather|wool|research|play|fish|beef|lamb|mutton|pork|poultry|seafood|milk|butter|flour|rice|pasta|cream|jam|gin|whisky|cider|soap|perfume|pet food|fabric|yarn|paper|energy|power|water|gas|electricity)$/u
const COUNTED_ANYWAY =
  /(?:building|wedding|meeting|conference|reference|residence|fence|licence|apartment|department|tenement|painting|drawing|document|experience|supplement|garment|engagement ring|offering|listing|listing)$/u

/** Whether a noun is used without an article though it is no plural: `software`. */
export function isUncounted(noun: string): boolean {
  const lower = noun.toLowerCase()
  return UNCOUNTED.test(lower) && !COUNTED_ANYWAY.test(lower)
}

function singulars(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}
