/** Names that hold ordinary words, found whatever their case, and at the start of a sentence too. */
export const KNOWN_NAMES = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    'new relic|new york(?: city| times)?|new zealand|new jersey|new orleans|new mexico|new hampshire|new delhi',
    'google (?:analytics|ads|sheets|docs|drive|workspace|cloud|maps|forms|play|search console)|apple pay|app store',
    'visual studio(?: code)?|vs code|ruby on rails|spring boot|sql server|next\\.js|node\\.js|vue\\.js|\\.net|asp\\.net',
    'c\\+\\+|c#|f#|objective-c|google|datadog|quickbooks|wordpress|shopify|paypal|mailchimp|hubspot|salesforce',
    'power bi|microsoft (?:365|teams|office)|office 365|amazon (?:web services|prime)|home depot|best buy|help scout',
    'rocket lawyer|se ranking|constant contact|bank of (?:america|england|ireland|scotland)|active campaign|san francisco|los angeles|las vegas|hong kong',
    'need for speed|monday\\.com|cal\\.com|crates\\.io|booking\\.com',
  ].join('|')})(?![\\p{L}\\p{N}+#])`,
  'giu',
)

/** Capitals that everybody writes and that name no product, place or firm. */
export const GENERIC_CAPITALS: ReadonlySet<string> = new Set(
  (
    'crm crms erp seo sem vpn vpns hr it api apis pdf pdfs csv saas paas iaas b2b b2c d2c ai ml llm llms ui ux cms pos kpi roi ngo ngos usa uk us eu diy faq tv pc pcs ' +
    'cpa cpas vat gdpr hipaa pto ceo ceos cto ctos cfo cfos mvp mvps phd phds mba devops iot wifi wi-fi e-mail ok cv cvs gpu gpus cpu cpus ssd nas sql http https html css json xml rest or and not ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december ' +
    'diys lms ats rfp rfps sms sme smes smb smbs voip dns ssl ide ides sdk sdks ci cd qa pr dr mr mrs ms prof 2fa 3d 2d 4k 1099 w2'
  ).split(' '),
)

/** Words that begin a sentence before a name without being part of it: `Small Shopify shops`. */
export const NEVER_FIRST =
  /^(?:small|large|big|young|old|local|german|french|british|american|european|canadian|australian|indian|first-time|former|current|existing|busy|solo|many|mobile|power|freelance|independent|junior|senior|remote|teams?|companies|businesses|business|developers?|admins?|owners?|founders?|freelancers?|agencies|parents?|teachers?|students?|dentists?|writers?|designers?|landlords?|questions?|complaints?|reviews?|problems?|issues?|cheaper|free|simple|migrating)$/i
