import type { Industry } from './industries.ts'

/**
 * The words of each industry: sure ones, which few others use of themselves, and weak ones, which need company. `|`
 * separates alternatives, and `~` precedes an optional ending.
 */
export const INDUSTRY_WORDS: Record<Industry, { sure: string; weak: string }> = {
  Software: {
    sure: 'software|saas|project management app|crm|e-signature~s|no-code|help desk software|scheduling software|management software|erp',
    weak: 'app|platform|integrations|free trial|workflow~s|in one place|templates|for teams|for mac|windows|invoicing|shared inbox|help desk|automation|pipelines',
  },
  'Developer tools': {
    sure: 'ci/cd|continuous integration|error tracking|sdk~s|orm|code review|for developers|pull request~s|browser testing|api for developers|developer tool~s|devtools|developer platform|command line|end-to-end tests|observability',
    weak: 'developers|open source|api|apis|typescript|github|gitlab|debug~ging|bugs|deploy~ment|toolkit|framework|engineers|libraries|monitoring',
  },
  Cybersecurity: {
    sure: 'cyber ?security|penetration test~ing|ransomware|phishing|vulnerability|vulnerabilities|zero trust|detection and response|ethical hackers|passwordless|threat intelligence|siem|single sign-on|passkeys|malware',
    weak: 'security|authentication|compliance|identity|threats|encryption|soc 2',
  },
  'AI and data': {
    sure: 'machine learning|large language models?|llms?|foundation models?|computer vision|data warehouse|etl|business intelligence|data lake|data label~l?ing|artificial intelligence|data science|deep learning|neural networks?|data teams',
    weak: 'ai|analytics|dashboards|models|data',
  },
  'Cloud and hosting': {
    sure: 'web ?hosting|vps|dedicated servers?|managed hosting|cloud servers?|managed kubernetes|domain registration|data cent(?:er|re)s|colocation|object storage|cloud hosting',
    weak: 'servers?|hosting|cloud|ssl|uptime|kubernetes',
  },
  'IT services': {
    sure: 'it services|it support|it consulting|software development agency|custom software|outsourcing of software|software outsourcing|system integration|managed it|dedicated teams|systems integrator|implementation partner|web development agency|app development agency',
    weak: 'outsourcing|for clients|networks|backups|nearshore|offshore|web and mobile apps|consultants',
  },
  'Crypto and blockchain': {
    sure: 'blockchain|bitcoin|ethereum|crypto|cryptocurrency|staking|web3|defi|nfts?|solana|validators',
    weak: 'wallet|tokens?|exchange|ledger|decentrali[sz]ed',
  },
  'Financial services': {
    sure: 'banking|mortgages?|accept payments|card processing|asset management|wealth management|investment funds?|brokerage|loans?|credit lines?|payment processing|fintech|private equity|venture capital|savings accounts?|invoice financing',
    weak: 'payments?|bank|invest~ments?|investors|finance|financial|stocks|etfs?|merchants|capital|trade',
  },
  Accounting: {
    sure: 'accountants?|accountancy|bookkeeping by|tax returns|tax advis(?:ers?|ors?|ory)|chartered accountants|audit firm|cpas?|tax preparation',
    weak: 'bookkeeping|payroll|tax|taxes|audits?|accounting',
  },
  Insurance: {
    sure: 'insurance|insurer~s|underwriting|reinsurance|insurtech',
    weak: 'policies|claims|cover|liability|premiums|get a quote',
  },
  'Health care': {
    sure: 'dentists?|dental|clinic~s|hospital~s|physicians?|therapy|psychiatry|telemedicine|patients|surgery|prescriptions|medical practice|clinicians|nursing|physiotherapy|maternity',
    weak: 'doctors?|appointments?|health|care|medical|emergency|wellness',
  },
  'Biotechnology and pharma': {
    sure: 'biotech~nology|gene therap~y|therapeutics|drug discovery|clinical trials?|clinical-stage|biologics|pharmaceuticals?|protein engineering|genomics|vaccines?',
    weak: 'rare diseases|protein|molecules|laborator(?:y|ies)|pharma',
  },
  Education: {
    sure: 'primary school|secondary school|university|undergraduate|postgraduate|bootcamps?|curriculum|admissions|language courses|online courses|tutoring|kindergarten|learn to code|e-learning|degrees',
    weak: 'school|academy|students|learners|courses?|lessons|teachers|mentors|campus|training|learning|term dates',
  },
  'Retail and e-commerce': {
    sure: 'add to cart|online store|online shop|free shipping|free delivery|free returns|add to basket|return policy|our shop|webshop|gift cards|supplies delivered',
    weak: 'shop|store|orders?|checkout|delivered|gifts|accessories|furniture|collection|returns|sale',
  },
  'Marketing and advertising': {
    sure: 'marketing agency|seo agency|public relations|programmatic|media buying|advertising agency|paid search|content marketing|link building|digital marketing|pr agency|influencer marketing|advertisers',
    weak: 'marketing|seo|advertising|campaigns?|brands|traffic|communications agency|social media',
  },
  Design: {
    sure: 'design studio|branding studio|visual identity|brand identity|ux design|graphic design|packaging design|design agency|interior design|industrial design',
    weak: 'branding|packaging|typography|studio|design|illustration|design systems',
  },
  Consulting: {
    sure: 'management consult(?:ing|ancy|ants)|strategy consult(?:ing|ancy|ants)|advisory firm|business consulting|consulting firm|consultancy',
    weak: 'consulting|consultants|strategy|operations|transformation|advise|boards|growth|change',
  },
  'Legal services': {
    sure: 'law firm|lawyers?|solicitors?|attorneys?|barristers?|notary|litigation|legal advice|legal services|patent attorneys|intellectual property law',
    weak: 'legal|disputes|trademarks?|intellectual property|patents?|llp|court',
  },
  'Human resources and recruiting': {
    sure: 'recruitment agency|recruiters?|executive search|employer of record|job board|staffing|hr outsourcing|headhunt~ers?|recruiting|talent acquisition|temp agency|payroll and employer of record',
    weak: 'hr|candidates|hiring|jobs|employers|recruitment|human resources|talent|remote work',
  },
  'Real estate': {
    sure: 'real estate|property management|estate agents?|realty|realtors?|homes for sale|lettings|commercial property|apartments for rent',
    weak: 'landlords|tenants|homes|property|properties|neighbo(?:u)?rhood|rent|mortgage',
  },
  Construction: {
    sure: 'general contractors?|home building|roofing|civil engineering|construction company|construction of|renovations?|building contractors?|plumbing|carpentry|electricians?',
    weak: 'construction|builders|bridges|contractors?|building|architecture',
  },
  Manufacturing: {
    sure: 'manufacturer of|manufacturers of|injection molding|injection moulding|machined parts|plastics manufacturing|our factory|industrial machinery|cnc|contract manufacturing|machining|foundry',
    weak: 'manufacturing|manufacturer|factory|precision|bearings|industrial|parts|machinery|tooling',
  },
  Automotive: {
    sure: 'electric vehicles?|dealership~s|car repair|auto parts|test drive|used cars|motorcycles|tyres|car dealer~s|auto repair',
    weak: 'cars?|vehicles?|motors|garage|mot|automotive|drive',
  },
  'Logistics and transport': {
    sure: 'freight|warehousing|courier~s|last mile|supply chain|logistics|freight forwarding|trucking|fleet of trucks|shipping by|removals',
    weak: 'shipping|fleet|trucks?|delivery|transport|cargo|parcels',
  },
  'Travel and hospitality': {
    sure: 'hotel~s|guided tours|travel agency|book your stay|holidays in|resorts?|hostels?|vacation rentals?|tour operator|airline|suites|bed and breakfast',
    weak: 'rooms|weddings|tours|travel|holidays|stay|guests|booking|vacation|trips?',
  },
  'Food and drink': {
    sure: 'restaurants? and|restaurant|coffee roasters?|brewery|winery|bakery|trattoria|catering|wine bar|our menu|distillery|cafe~s|pizzeria|tap room',
    weak: 'menu|coffee|wine|food|beans|reserve a table|chef|beer|kitchen|tea',
  },
  Agriculture: {
    sure: 'farm~s|farming|livestock|crops|agricultur~e|irrigation|growers|farmers|soil|vineyards|agtech|harvest',
    weak: 'organic|seeds|tractors?|greenhouse|fields',
  },
  Energy: {
    sure: 'solar panels?|renewable energy|wind power|electricity|solar power|battery storage|heat pumps?|oil and gas|power plants?|wind farms?|energy supplier|ev charging',
    weak: 'energy|solar|wind|gas|power|grid|carbon',
  },
  Telecommunications: {
    sure: 'broadband|telecom~s|telecommunications|voip|sip trunks?|mobile operator|fib(?:re|er) internet|phone plans|telephony|internet service provider|5g',
    weak: 'fib(?:re|er)|phone|calls|network|sim|coverage',
  },
  'Media and publishing': {
    sure: 'newspaper|journalists?|journalism|publisher of books|publishing house|magazines?|newsroom|podcasts|broadcasters?|film production|record label|news and opinion|publishing company',
    weak: 'news|opinion|books|authors|publisher|editorial|stories|press|readers|investigations',
  },
  Games: {
    sure: 'video games?|game studio|mobile games|indie games?|game developer|puzzle games|esports|game engine|game publisher|board games',
    weak: 'games?|consoles?|players|play|steam',
  },
  'Non-profit': {
    sure: 'charity|non-?profit|donate|your donation|volunteer with|ngo|philanthropy|registered charity|fundraising for',
    weak: 'foundation|volunteer~s|donations?|trust|refugees|community|mission',
  },
  'Sports and fitness': {
    sure: 'gym~s|personal trainers?|fitness classes|running club|training plans|yoga|marathons?|football club|sports club|crossfit|athletes|pilates',
    weak: 'fitness|sports?|coaching|membership|club|training|running',
  },
  Government: {
    sure: 'city council|municipal|ministry|government department|county council|public consultations|residents|official website of the|town hall|federal agency',
    weak: 'permits|council|policies|licen[cs]es|government|public services|taxes|citizens',
  },
}

/** The industry that a schema.org type says by itself. */
export const INDUSTRY_TYPES: ReadonlyMap<string, Industry> = new Map(
  Object.entries<Industry>({
    AccountingService: 'Accounting',
    Attorney: 'Legal services',
    AutoDealer: 'Automotive',
    AutoRepair: 'Automotive',
    AutomotiveBusiness: 'Automotive',
    Bakery: 'Food and drink',
    BarOrPub: 'Food and drink',
    Brewery: 'Food and drink',
    CafeOrCoffeeShop: 'Food and drink',
    CollegeOrUniversity: 'Education',
    Dentist: 'Health care',
    Electrician: 'Construction',
    EmploymentAgency: 'Human resources and recruiting',
    ExerciseGym: 'Sports and fitness',
    FinancialService: 'Financial services',
    BankOrCreditUnion: 'Financial services',
    FoodEstablishment: 'Food and drink',
    GeneralContractor: 'Construction',
    GovernmentOrganization: 'Government',
    HealthClub: 'Sports and fitness',
    HighSchool: 'Education',
    Hospital: 'Health care',
    Hotel: 'Travel and hospitality',
    InsuranceAgency: 'Insurance',
    LegalService: 'Legal services',
    LodgingBusiness: 'Travel and hospitality',
    MedicalBusiness: 'Health care',
    MedicalClinic: 'Health care',
    MedicalOrganization: 'Health care',
    MovingCompany: 'Logistics and transport',
    NGO: 'Non-profit',
    NewsMediaOrganization: 'Media and publishing',
    Notary: 'Legal services',
    OnlineStore: 'Retail and e-commerce',
    Pharmacy: 'Health care',
    Physician: 'Health care',
    Plumber: 'Construction',
    RealEstateAgent: 'Real estate',
    Restaurant: 'Food and drink',
    RoofingContractor: 'Construction',
    School: 'Education',
    SportsActivityLocation: 'Sports and fitness',
    Store: 'Retail and e-commerce',
    TravelAgency: 'Travel and hospitality',
    Winery: 'Food and drink',
  }),
)
