/** What is commonly known of a market: who buys there, from whom, and why. */
export interface Market {
  /** The words in a description that show a business of this market. */
  pattern: RegExp
  /** What is bought, in the buyers' words. */
  offer: string
  buyers: string
  /** The best-known makers, whose customers look for alternatives. */
  rivals: readonly string[]
  /** What buyers cannot get done, to be read after "struggle to". */
  needs: readonly string[]
  /** What somebody would be paid for, to be read after "pay someone for"; absent if a product is bought. */
  work?: string
}

function market(
  pattern: RegExp,
  offer: string,
  buyers: string,
  rest: [rivals: string, needs: string, work?: string],
): Market {
  const [rivals, needs, work] = rest
  const split = (text: string) => text.split(', ')
  return { pattern, offer, buyers, rivals: split(rivals), needs: split(needs), ...(work && { work }) }
}

/** From the particular to the general: the first wins when two occur equally often. */
export const MARKETS: readonly Market[] = [
  market(/\b(bookkeep\w*|accounting|invoic\w*|ledger)\b/gi, 'accounting software', 'Owners of small firms', [
    'QuickBooks, Xero, FreshBooks',
    'keep their books in order, send invoices and get them paid, get ready for the tax return',
    'bookkeeping',
  ]),
  market(/\b(payroll|wages|payslips?)\b/gi, 'payroll software', 'Employers', [
    'ADP, Gusto, Paychex',
    'pay their staff correctly and on time, pay people in another country',
  ]),
  market(/\b(crm|sales pipeline|customer relationship|deal tracking)\b/gi, 'a CRM', 'Sales teams', [
    'Salesforce, HubSpot, Pipedrive',
    'keep track of their deals, follow up with leads before they go cold',
  ]),
  market(
    /\b(lead generation|prospecting|outbound sales|cold e-?mail|social listening)\b/gi,
    'a lead generation tool',
    'Founders and sales teams',
    [
      'Apollo, ZoomInfo, LinkedIn Sales Navigator',
      'find their first customers, get answers to cold e-mails',
      'finding leads',
    ],
  ),
  market(
    /\b(help ?desk|ticketing|customer support|live chat|shared inbox)\b/gi,
    'help desk software',
    'Support teams',
    ['Zendesk, Freshdesk, Intercom', 'answer customers in time, keep support requests from getting lost'],
  ),
  market(
    /\b(newsletters?|e-?mail marketing|e-?mail campaigns?)\b/gi,
    'an e-mail marketing service',
    'Marketers and shop owners',
    ['Mailchimp, Klaviyo, Brevo', 'grow their mailing list, keep their mails out of the spam folder'],
  ),
  market(
    /\b(seo|search engine optimi[sz]ation|backlinks?|keyword research)\b/gi,
    'an SEO tool',
    'Site owners and marketers',
    ['Ahrefs, Semrush, Moz', 'get found on Google, win back traffic after an update', 'search engine optimisation'],
  ),
  market(/\b((web|wordpress|managed) hosting|web host)\b/gi, 'a web host', 'Site owners', [
    'GoDaddy, Bluehost, WP Engine',
    'get a slow site to load faster, move their site to another host',
    'a website',
  ]),
  market(
    /\b(cloud (hosting|servers?|infrastructure)|vps|virtual servers?|kubernetes hosting|paas)\b/gi,
    'a cloud provider',
    'Developers and small teams',
    ['AWS, Heroku, DigitalOcean', 'keep their cloud bill down, keep their app up under load'],
  ),
  market(
    /\b(network monitoring|observability|uptime|server monitoring|apm|log management|incident)\b/gi,
    'a monitoring tool',
    'Administrators and operations teams',
    ['Datadog, SolarWinds, Nagios', 'find out why a service is slow or down, get woken only by alerts that matter'],
  ),
  market(/\b(backups?|disaster recovery|data recovery)\b/gi, 'backup software', 'Administrators and small firms', [
    'Veeam, Acronis, Backblaze',
    'set up backups they can rely on, get lost files back',
  ]),
  market(
    /\b(cyber ?security|penetration test\w*|vulnerabilit\w+|phishing|antivirus|soc 2|endpoint security)\b/gi,
    'a security tool',
    'IT and security teams',
    ['CrowdStrike, Norton, Vanta', 'recover from an attack, pass a security audit', 'a security audit'],
  ),
  market(/\b(vpn|remote access|zero trust)\b/gi, 'a VPN', 'IT teams and remote workers', [
    'NordVPN, Cisco AnyConnect, Fortinet',
    'reach the office network from home, give remote staff safe access',
  ]),
  market(/\b(databases?|sql|data warehouse)\b/gi, 'a database', 'Developers and data teams', [
    'Oracle, MongoDB, Snowflake',
    'make slow queries fast, move a database without losing data',
    'database work',
  ]),
  market(
    /\b((web|product|data|marketing) analytics|analytics (tool|platform|software)|business intelligence|bi dashboards?)\b/gi,
    'an analytics tool',
    'Product and marketing teams',
    ['Google Analytics, Mixpanel, Tableau', 'see what their users do, put figures from several places into one report'],
  ),
  market(
    /\b(project management|task management|kanban|to-?do|issue tracker)\b/gi,
    'a project management tool',
    'Teams and their leads',
    ['Jira, Asana, Trello', 'keep a team on schedule, see who is working on what'],
  ),
  market(/\b(note[- ]taking|knowledge base|wiki|documentation)\b/gi, 'a knowledge base', 'Teams', [
    'Notion, Confluence, Evernote',
    'keep what they know in one place, find the notes they took',
  ]),
  market(
    /\b(recruit\w*|hiring|applicant tracking|staffing|talent)\b/gi,
    'a recruiting service',
    'Companies and hiring managers',
    ['LinkedIn, Indeed, Greenhouse', 'fill an open position, find people with a rare skill', 'recruiting'],
  ),
  market(/\b(freelanc\w+|contractors?|gig)\b/gi, 'a freelance marketplace', 'Freelancers and those who hire them', [
    'Upwork, Fiverr, Toptal',
    'find their first clients, find a freelancer they can trust',
    'freelance work',
  ]),
  market(
    /\b(e-?commerce|online (shops?|stores?)|storefronts?|dropship\w*)\b/gi,
    'an online shop system',
    'Shop owners',
    ['Shopify, WooCommerce, Etsy', 'open an online shop, sell more to the visitors they have', 'an online shop'],
  ),
  market(
    /\b(payment processing|payment gateway|accept payments|checkout|subscription billing)\b/gi,
    'a payment provider',
    'Shop owners and founders',
    ['Stripe, PayPal, Square', 'take payments from abroad, win a dispute over a payment'],
  ),
  market(
    /\b(budgeting|personal finances?|household budgets?|debt)\b/gi,
    'a budgeting app',
    'People who look after their money',
    ['YNAB, Monarch, Rocket Money', 'make a budget and keep to it, get out of debt'],
  ),
  market(/\b(insurance|insurers?)\b/gi, 'an insurer', 'People and firms', [
    'Allianz, AXA, Geico',
    'find cover they can afford, get a claim paid',
  ]),
  market(
    /\b(legal (advice|services?|help)|lawyers?|law firm|trademarks?)\b/gi,
    'a lawyer',
    'Founders and small firms',
    ['LegalZoom, Rocket Lawyer, Clio', 'get a contract right, protect what they made', 'legal work'],
  ),
  market(
    /\b(programming courses?|coding bootcamp|learn to code|online courses?|tutoring|lessons)\b/gi,
    'a course',
    'Beginners and people who change careers',
    ['Coursera, Udemy, Codecademy', 'learn a new skill beside their job, keep at a course to its end', 'lessons'],
  ),
  market(
    /\b(language learning|learn (english|spanish|german|french|japanese))\b/gi,
    'a language course',
    'Language learners',
    [
      'Duolingo, Babbel, Rosetta Stone',
      'speak a language after months of study, find someone to practise with',
      'language lessons',
    ],
  ),
  market(
    /\b(web design|website builder|landing pages?|design agency|branding|logos?)\b/gi,
    'a web designer',
    'Small firms and founders',
    [
      'Wix, Squarespace, Webflow',
      'get a website that looks the part, find out what a website should cost',
      'a website or a logo',
    ],
  ),
  market(
    /\b(software (development|agency|studio)|app development|custom software|mvp)\b/gi,
    'a development agency',
    'Founders and firms',
    [
      'their agency, Upwork, Toptal',
      'get a first version of a product built, take over code that others left',
      'building an app',
    ],
  ),
  market(
    /\b(video (editing|hosting|production)|screen record\w*|podcast\w*)\b/gi,
    'a video tool',
    'Creators and marketers',
    ['Adobe Premiere, Loom, Descript', 'edit videos faster, make recordings sound good', 'video editing'],
  ),
  market(
    /\b(social media (management|scheduling|marketing)|influencers?)\b/gi,
    'a social media tool',
    'Creators and small brands',
    [
      'Hootsuite, Buffer, Later',
      'post regularly without spending the day on it, grow an audience',
      'looking after social media',
    ],
  ),
  market(
    /\b((appointment|online|meeting|shift) (booking|scheduling)|(booking|scheduling) (software|system|tool|app|page)s?)\b/gi,
    'a booking tool',
    'Service businesses',
    ['Calendly, Acuity, Mindbody', 'stop customers from missing appointments, find a time that suits everyone'],
  ),
  market(/\b(flights?|travel|trips?|hotels?|airlines?)\b/gi, 'a travel service', 'Travellers', [
    'Booking.com, Expedia, Ryanair',
    'get money back for a cancelled trip, plan a trip without paying too much',
  ]),
  market(
    /\b(fitness|workouts?|personal train\w+|weight loss|nutrition)\b/gi,
    'a training plan',
    'People who want to get fit',
    ['Peloton, MyFitnessPal, Noom', 'keep to a training plan, lose weight and keep it off', 'coaching'],
  ),
  market(/\b(therapy|therapists?|mental health|meditation|counsell?ing)\b/gi, 'a therapist', 'People under strain', [
    'BetterHelp, Headspace, Talkspace',
    'find a therapist who has time, sleep or calm down',
    'therapy',
  ]),
  market(
    /\b(real estate|property management|landlords?|tenants?|rentals?)\b/gi,
    'a property management tool',
    'Landlords and agents',
    ['Zillow, AppFolio, Buildium', 'find good tenants, keep up with rent and repairs', 'managing a property'],
  ),
  market(/\b(dental|dentists?|orthodont\w+)\b/gi, 'a dentist', 'Patients', [
    'their dentist, Aspen Dental',
    'find a dentist who takes new patients, get an appointment in pain',
    'dental work',
  ]),
  market(/\b(smart home|solar|heat pumps?|renovation|plumb\w+|electricians?)\b/gi, 'a tradesperson', 'Home owners', [
    'Angi, Thumbtack, Sunrun',
    'find a tradesperson who turns up, find out what a job should cost',
    'work on a house',
  ]),
  market(/\b(translation|locali[sz]ation|translators?)\b/gi, 'a translation service', 'Firms that sell abroad', [
    'DeepL, Smartling, Lokalise',
    'bring their product into other languages, keep translations up to date',
    'translating',
  ]),
  market(
    /\b(chatbots?|ai agents?|workflow automation|automat(e|es|ing|ion)|no-?code)\b/gi,
    'an automation tool',
    'Operations teams and founders',
    ['Zapier, Make, n8n', 'stop copying data by hand, connect the tools they use', 'automating work'],
  ),
]
