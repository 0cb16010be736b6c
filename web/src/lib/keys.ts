import * as calls from 'virtual:calls'
import type { Route } from './api.ts'

const persisted = new Set<string>()

/** The names under which answers may be persisted between visits, as their calls allow. */
export const persistedNames: ReadonlySet<string> = persisted

/** The app's SWR keys, each with the call that answers it. */
export const keys = {
  instance: named('/api/v1/instance', calls.getInstance),
  pages: {
    contact: named('/api/v1/instance/pages/contact', calls.getPage),
    privacy: named('/api/v1/instance/pages/privacy', calls.getPage),
    terms: named('/api/v1/instance/pages/terms', calls.getPage),
  },
  me: [named('me', calls.me)],
  organization: [named('organization', calls.getOrganization)],
  // A new name, since earlier versions could persist a page of the app as this answer.
  privacy: [named('privacy-terms', calls.getPrivacy)],
  subscription: [named('organization-subscription', calls.getSubscription)],
  credits: [named('organization-credits', calls.getCredits)],
  plans: [named('subscription-plans', calls.listSubscriptionPlans)],
  billingSummary: [named('billing-summary', calls.getBillingSummary)],
  ledger: about<[filters: object]>('credit-ledger', calls.listLedger),
  usage: about<[days: number]>('credit-usage', calls.getUsage),
  security: [named('security', calls.getAccountSecurity)],
  apiKeys: [named('api-keys', calls.listApiKeys)],
  members: [named('members', calls.listMembers)],
  invites: [named('invites', calls.listInvites)],
  invitesToMe: [named('invites-to-me', calls.listInvitesAddressedToMe)],
  transfersToMe: [named('transfers-to-me', calls.listTransfersAddressedToMe)],
  leftProjects: [named('left-projects', calls.listAuditLog)],
  auditLog: about<[filters: object]>('audit-log', calls.listAuditLog),
  projects: [named('projects', calls.listProjects)],
  projectsByDay: about<[timeZone: string]>('projects-by-day', calls.listProjects),
  guestsAccess: about('guests-access', calls.getGuestsAccess),
  transfer: about('transfer', calls.getTransfer),
  project: about('project', calls.getProject),
  // A new name, since answers persisted by earlier versions lack plans and skipped posts.
  intentSignals: about('planned-signals', calls.listIntentSignals),
  signalProposals: about('signal-proposals', calls.brainstormIntentSignals),
  monitoringBudget: about<[projectId: string, text: string]>('monitoring-budget', calls.recommendMonitoringBudget),
  searchBudget: about<[projectId: string, text: string, days: number]>('search-budget', calls.recommendSearchBudget),
  audit: about<[signalId: string]>('passed-over', calls.getAudit),
  passedOver: about<[projectId: string, query: object]>('passed-over-posts', calls.listPassedOver),
  passedOverReason: about<[signalId: string, postId: string]>('passed-over-posts-why', calls.explainPassedOver),
  searches: about('searches', calls.listSearches),
  signalSearches: about<[signalId: string, searchId: string]>('signal-searches', calls.listSignalSearches),
  askedSearches: about<[signalId: string, searchId: string]>('asked-searches', calls.getAskedSearches),
  sources: about('sources', calls.listSources),
  coverage: about('coverage', calls.listCoverage),
  gaps: about('coverage-gaps', calls.listGaps),
  receivingAddresses: about('receiving-addresses', calls.listReceivingAddresses),
  sourceChannels: about('source-channels', calls.listSourceChannels),
  sourcePlatforms: about('source-platforms', calls.listSourcePlatforms),
  notificationSettings: about('notification-settings', calls.getNotificationSettings),
  webhooks: about('webhooks', calls.listWebhooks),
  slackConnection: about('slack-connection', calls.getSlackConnection),
  slackConfigs: about('slack-configs', calls.listSlackChannelConfigs),
  slackChannels: about('slack-channels', calls.listSlackChannels),
  webhookDeliveries: about<[webhookId: string, query: object]>('webhook-deliveries', calls.listWebhookDeliveries),
  leadsByDay: about<[projectId: string, query: object]>('leads-by-day', calls.getLeadsByDay),
  signalInsights: about<[projectId: string, query: object]>('signal-insights', calls.getSignalInsights),
  coverageInsights: about<[projectId: string, query: object]>('coverage-insights', calls.getCoverageInsights),
  answerTimes: about<[projectId: string, query: object]>('answer-times', calls.getAnswerTimes),
  nameInsights: about<[projectId: string, query: object]>('name-insights', calls.getNameInsights),
  creditInsights: about<[projectId: string, query: object]>('credit-insights', calls.getCreditInsights),
  themes: about<[projectId: string, query: object]>('posts-themes', calls.getThemes),
  unreadCount: about('unread-count', calls.getUnreadCount),
  dataChannels: about('data-channels', calls.listDataChannels),
  leadStatuses: about('lead-statuses', calls.listLeadStatuses),
  prospectStatuses: about('prospect-statuses', calls.listProspectStatuses),
  smartColumns: about('smart-columns', calls.listSmartColumns),
  columnQuote: about<[projectId: string, asked: object]>('column-quote', calls.quoteSmartColumn),
  backtest: about<[signalId: string, change: object]>('backtest', calls.backtestSignal),
  signalForecast: about<[projectId: string, brief: object]>('signal-forecast', calls.forecastSignal),
  signalPlan: about<[projectId: string, brief: object]>('signal-plan', calls.readSignalPlan),
  views: about('views', calls.listViews),
  teammates: about('teammates', calls.listTeammates),
  leadCounts: about<[projectId: string, filters: object]>('posts-counts', calls.countLeads),
  notes: about<[leadId: string]>('post-notes', calls.listNotes),
  history: about<[leadId: string]>('post-history', calls.listHistory),
  people: about<[projectId: string, filters: object]>('prospects-people', calls.listPeople),
  person: about<[id: string]>('prospects-people-one', calls.getPerson),
  identityProposals: about<[personId: string]>('prospects-people-proposals', calls.listIdentityProposals),
  identityMerges: about<[personId: string]>('prospects-people-merges', calls.listIdentityMerges),
  enrichment: about<[personId: string]>('prospects-people-enrichment', calls.getEnrichment),
  companyProposals: about<[of: object]>('prospects-people-companies', calls.listCompanyProposals),
  companyWebsite: about<[companyId: string]>('prospects-companies-website', calls.getCompanyWebsite),
  companies: about<[projectId: string, filters: object]>('prospects-companies', calls.listCompanies),
  company: about<[id: string]>('prospects-companies-one', calls.getCompany),
  foundPeople: about<[projectId: string, query: object]>('prospects-people-found', calls.listPeople),
  foundCompanies: about<[projectId: string, query: object]>('prospects-companies-found', calls.listCompanies),
  foundLeads: about<[projectId: string, query: object]>('posts-found', calls.listLeads),
  posts: about<[projectId: string, filters: object]>('posts', calls.listLeads),
  post: about<[id: string]>('post', calls.getLead),
} as const

function named(name: string, { mayBeKept }: Route): string {
  if (mayBeKept) persisted.add(name)
  return name
}

/** The keys under one name, one for each subject: mostly a project, by its id. */
function about<Asked extends unknown[] = [projectId: string]>(name: string, route: Route) {
  named(name, route)
  return (...asked: Asked) => [name, ...asked] as const
}
