import type * as accounts from '@leadlight/contract/accounts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import type * as apiKeys from '@leadlight/contract/api-keys'
import type * as audits from '@leadlight/contract/audits'
import type * as billing from '@leadlight/contract/billing'
import type * as columns from '@leadlight/contract/columns'
import type * as companies from '@leadlight/contract/companies'
import type * as companyLinks from '@leadlight/contract/company-links'
import type * as drafts from '@leadlight/contract/drafts'
import type * as guests from '@leadlight/contract/guests'
import type * as insights from '@leadlight/contract/insights'
import type * as identity from '@leadlight/contract/identity'
import type * as installation from '@leadlight/contract/installation'
import type * as work from '@leadlight/contract/lead-work'
import type * as leads from '@leadlight/contract/leads'
import type * as notifications from '@leadlight/contract/notifications'
import type * as organization from '@leadlight/contract/organization'
import type * as own from '@leadlight/contract/own-account'
import type * as people from '@leadlight/contract/people'
import type * as projects from '@leadlight/contract/projects'
import type * as signalHelp from '@leadlight/contract/signal-help'
import type * as signals from '@leadlight/contract/signals'
import type * as slack from '@leadlight/contract/slack'
import type * as sources from '@leadlight/contract/sources'
import type * as statuses from '@leadlight/contract/statuses'
import type * as team from '@leadlight/contract/team'
import type * as webhooks from '@leadlight/contract/webhooks'
import type { Route } from './api.ts'

const LEADS = '/api/v1/leads/{projectId}'
const LEAD_STATUSES = '/api/v1/lead-status-configs/project/{projectId}'
const PROSPECT_STATUSES = '/api/v1/prospects/prospect-lead-status-configs/project/{projectId}'
const PEOPLE = '/api/v1/prospects/people/{projectId}'
const COMPANIES = '/api/v1/prospects/companies/{projectId}'
const SIGNALS = '/api/v1/intent_signals/{projectId}'
const MEMBERS = '/api/v1/organization/members'
const SUBSCRIPTION = '/api/v1/organization/subscription'
const LEDGER = '/api/v1/organization/credits/ledger'
const INVITES = '/api/v1/organization/invites'
const TOKENIZED = '/api/v1/organization/tokenized-invites'
const GUESTS = '/api/v1/project/guests-access/{projectId}'
const SOURCES = '/api/v1/sources/{projectId}'
const INSIGHTS = '/api/v1/insights/{projectId}'
const NOTIFICATION_SETTINGS = '/api/v1/notification-settings/{projectId}'
const SLACK = '/api/v1/slack/{projectId}'
const WEBHOOKS = '/api/v1/webhooks/{projectId}'

// Named as in the contract; a test holds every line against the contract's endpoint of the same name.
export const login = open<typeof accounts.login>('POST', '/auth/jwt/login', 'form')
export const register = open<typeof accounts.register>('POST', '/auth/register', 'json')
export const logout = ask<typeof accounts.logout>('POST', '/auth/jwt/logout')
export const me = ask<typeof accounts.me>('GET', '/users_info/me')
export const updateName = ask<typeof accounts.updateName>('PATCH', '/users_info/update_name')

export const requestVerifyToken = open<typeof accounts.requestVerifyToken>('POST', '/auth/request-verify-token', 'json')
export const verify = open<typeof accounts.verify>('POST', '/auth/verify', 'json')
export const forgotPassword = open<typeof accounts.forgotPassword>('POST', '/auth/forgot-password', 'json')
export const resetPassword = open<typeof accounts.resetPassword>('POST', '/auth/reset-password', 'json')
export const confirmEmailChange = open<typeof accounts.confirmEmailChange>('POST', '/auth/confirm-email-change', 'json')
export const authorizeGoogle = open<typeof accounts.authorizeGoogle>('GET', '/auth/google/authorize', 'none')
export const googleCallback = open<typeof accounts.googleCallback>('GET', '/auth/google/callback', 'none')
export const getGoogleUserInfo = ask<typeof accounts.getGoogleUserInfo>('GET', '/users_info/google_user_info')
export const getUserToken = ask<typeof accounts.getUserToken>('POST', '/users_info/admin/get_user_token')

export const getAccountSecurity = ask<typeof own.getAccountSecurity>('GET', '/users_info/security')
export const changePassword = tell<typeof own.changePassword>('POST', '/users_info/change_password')
export const changeEmail = tell<typeof own.changeEmail>('POST', '/users_info/change_email')
export const signOutEverywhere = ask<typeof own.signOutEverywhere>('POST', '/users_info/sign_out_everywhere')
export const deleteAccount = tell<typeof own.deleteAccount>('POST', '/users_info/delete_account')
export const startSecondFactor = tell<typeof own.startSecondFactor>('POST', '/users_info/second_factor/start')
export const confirmSecondFactor = tell<typeof own.confirmSecondFactor>('POST', '/users_info/second_factor/confirm')
export const removeSecondFactor = tell<typeof own.removeSecondFactor>('POST', '/users_info/second_factor/remove')
export const linkGoogle = ask<typeof own.linkGoogle>('POST', '/users_info/google/link')
export const unlinkGoogle = ask<typeof own.unlinkGoogle>('POST', '/users_info/google/unlink')

export const listApiKeys = ask<typeof apiKeys.listApiKeys>('GET', '/users_info/api_keys')
export const createApiKey = tell<typeof apiKeys.createApiKey>('POST', '/users_info/api_keys')
export const revokeApiKey = ask<typeof apiKeys.revokeApiKey>('DELETE', '/users_info/api_keys/{id}')

export const getOrganization = ask<typeof organization.getOrganization>('GET', '/api/v1/organization')
export const createOrganization = tell<typeof organization.createOrganization>('POST', '/api/v1/organization')
export const updateOrganization = tell<typeof organization.updateOrganization>('PATCH', '/api/v1/organization')
export const leaveOrganization = ask<typeof organization.leaveOrganization>('POST', '/api/v1/organization/leave')
export const deleteOrganization = tell<typeof organization.deleteOrganization>('POST', '/api/v1/organization/delete')
export const getSubscription = ask<typeof organization.getSubscription>('GET', '/api/v1/organization/subscription')
export const getCredits = ask<typeof organization.getCredits>('GET', '/api/v1/organization/credits')
export const listSubscriptionPlans = ask<typeof billing.listSubscriptionPlans>('GET', '/api/v1/subscription-plan')
export const updateSubscription = tell<typeof billing.updateSubscription>('POST', `${SUBSCRIPTION}/update`)
export const previewSubscription = tell<typeof billing.previewSubscription>('POST', `${SUBSCRIPTION}/preview`)
export const cancelSubscription = ask<typeof billing.cancelSubscription>('POST', `${SUBSCRIPTION}/cancel`)
export const resumeSubscription = ask<typeof billing.resumeSubscription>('POST', `${SUBSCRIPTION}/resume`)
export const refreshSubscription = ask<typeof billing.refreshSubscription>('POST', `${SUBSCRIPTION}/refresh`)
export const updatePaymentMethod = ask<typeof billing.updatePaymentMethod>(
  'POST',
  '/api/v1/organization/billing/payment-method-update',
)
export const getBillingSummary = ask<typeof billing.getBillingSummary>('GET', '/api/v1/organization/billing/summary')
export const listLedger = ask<typeof billing.listLedger>('GET', LEDGER)
export const exportLedger = ask<typeof billing.exportLedger>('GET', `${LEDGER}/export`)
export const getUsage = ask<typeof billing.getUsage>('GET', '/api/v1/organization/credits/usage')

export const listMembers = ask<typeof team.listMembers>('GET', MEMBERS)
export const updateMember = tell<typeof team.updateMember>('PATCH', `${MEMBERS}/{userId}`)
export const removeMember = ask<typeof team.removeMember>('DELETE', `${MEMBERS}/{userId}`)
export const listInvites = ask<typeof team.listInvites>('GET', INVITES)
export const createInvite = tell<typeof team.createInvite>('POST', INVITES)
export const resendInvite = ask<typeof team.resendInvite>('POST', `${INVITES}/{id}/resend`)
export const cancelInvite = ask<typeof team.cancelInvite>('POST', `${INVITES}/{id}/cancel`)
export const listInvitesAddressedToMe = ask<typeof team.listInvitesAddressedToMe>('GET', `${INVITES}/addressed-to-me`)
export const acceptInvite = ask<typeof team.acceptInvite>('POST', `${INVITES}/{id}/accept`)
export const rejectInvite = ask<typeof team.rejectInvite>('POST', `${INVITES}/{id}/reject`)
export const previewTokenizedInvite = open<typeof team.previewTokenizedInvite>('GET', `${TOKENIZED}/preview`, 'none')
export const acceptTokenizedInvite = ask<typeof team.acceptTokenizedInvite>('POST', `${TOKENIZED}/accept`)
export const rejectTokenizedInvite = open<typeof team.rejectTokenizedInvite>('POST', `${TOKENIZED}/reject`, 'none')
export const listAuditLog = ask<typeof team.listAuditLog>('GET', '/api/v1/organization/audit_log')

export const getGuestsAccess = ask<typeof guests.getGuestsAccess>('GET', GUESTS)
export const capGuestSpending = tell<typeof guests.capGuestSpending>('PUT', GUESTS)
export const grantGuestAccess = ask<typeof guests.grantGuestAccess>('POST', `${GUESTS}/user/{userId}`)
export const withdrawGuestAccess = ask<typeof guests.withdrawGuestAccess>('DELETE', `${GUESTS}/user/{userId}`)
export const transferProject = tell<typeof guests.transferProject>('POST', '/api/v1/project/{id}/transfer')
export const getTransfer = ask<typeof guests.getTransfer>('GET', '/api/v1/project/{id}/transfer')
export const cancelTransfer = ask<typeof guests.cancelTransfer>('POST', '/api/v1/project/{id}/transfer/cancel')
export const listTransfersAddressedToMe = ask<typeof guests.listTransfersAddressedToMe>(
  'GET',
  '/api/v1/project/transfers/addressed-to-me',
)
export const acceptTransfer = ask<typeof guests.acceptTransfer>('POST', '/api/v1/project/transfers/{id}/accept')
export const rejectTransfer = ask<typeof guests.rejectTransfer>('POST', '/api/v1/project/transfers/{id}/reject')

export const listProjects = ask<typeof projects.listProjects>('GET', '/api/v1/project')
export const createProject = tell<typeof projects.createProject>('POST', '/api/v1/project')
export const getProject = ask<typeof projects.getProject>('GET', '/api/v1/project/{id}')
export const updateProject = tell<typeof projects.updateProject>('PATCH', '/api/v1/project/{id}')
export const deleteProject = ask<typeof projects.deleteProject>('DELETE', '/api/v1/project/{id}')
export const brainstormBusinessInfo = ask<typeof projects.brainstormBusinessInfo>(
  'GET',
  '/api/v1/project/{id}/brainstorm_business_info',
)
export const brainstormIntentSignals = ask<typeof projects.brainstormIntentSignals>(
  'GET',
  '/api/v1/project/{id}/brainstorm_intent_signals',
)
export const refineIntentSignal = tell<typeof projects.refineIntentSignal>(
  'POST',
  '/api/v1/project/{id}/refine_intent_signal',
)

export const listIntentSignals = ask<typeof signals.listIntentSignals>('GET', SIGNALS)
export const createIntentSignal = tell<typeof signals.createIntentSignal>('POST', SIGNALS)
export const updateIntentSignal = tell<typeof signals.updateIntentSignal>('PUT', `${SIGNALS}/{id}`)
export const backtestSignal = tell<typeof signalHelp.backtestSignal>('POST', `${SIGNALS}/{id}/backtest`)
export const readSignalPlan = tell<typeof signalHelp.readSignalPlan>('POST', `${SIGNALS}/plan`)
export const deleteIntentSignal = ask<typeof signals.deleteIntentSignal>('DELETE', `${SIGNALS}/{id}`)
export const getAudit = ask<typeof audits.getAudit>('GET', `${SIGNALS}/{id}/audit`)
export const answerAudit = tell<typeof audits.answerAudit>('POST', `${SIGNALS}/{id}/answer_audit`)
export const runSearch = ask<typeof signals.runSearch>('POST', `${SIGNALS}/{id}/run_search`)
export const stopSearch = ask<typeof signals.stopSearch>('POST', `${SIGNALS}/{id}/stop_search`)
export const listSearches = ask<typeof signals.listSearches>('GET', `${SIGNALS}/searches`)
export const previewSignal = tell<typeof signals.previewSignal>('POST', `${SIGNALS}/preview`)
export const enableMonitoring = tell<typeof signals.enableMonitoring>('POST', `${SIGNALS}/{id}/enable_monitoring`)
export const disableMonitoring = ask<typeof signals.disableMonitoring>('POST', `${SIGNALS}/{id}/disable_monitoring`)
export const recommendMonitoringBudget = tell<typeof signals.recommendMonitoringBudget>(
  'POST',
  `${SIGNALS}/get_recommended_monitoring_budget`,
)
export const recommendSearchBudget = tell<typeof signals.recommendSearchBudget>(
  'POST',
  `${SIGNALS}/get_recommended_one_time_search_budget`,
)

export const listLeads = ask<typeof leads.listLeads>('GET', LEADS)
export const getLead = ask<typeof leads.getLead>('GET', `${LEADS}/lead/{id}`)
export const readLead = ask<typeof leads.readLead>('POST', `${LEADS}/lead/{id}/read`)
export const starLead = tell<typeof leads.starLead>('POST', `${LEADS}/lead/{id}/star`)
export const getUnreadCount = ask<typeof leads.getUnreadCount>('GET', `${LEADS}/unread_count`)
export const markRead = tell<typeof leads.markRead>('POST', `${LEADS}/mark_leads_as_read`)
export const markUnread = tell<typeof leads.markUnread>('POST', `${LEADS}/mark_leads_as_unread`)
export const markDeleted = tell<typeof leads.markDeleted>('POST', `${LEADS}/mark_leads_as_deleted`)
export const markUndeleted = tell<typeof leads.markUndeleted>('POST', `${LEADS}/mark_leads_as_undeleted`)
export const undoLeads = tell<typeof leads.undoLeads>('POST', `${LEADS}/undo`)
export const listDataChannels = ask<typeof leads.listDataChannels>('GET', `${LEADS}/leads-data-channels`)

export const updateLeadsStatus = tell<typeof work.updateLeadsStatus>('POST', `${LEADS}/update_status`)
export const giveFeedback = tell<typeof work.giveFeedback>('PATCH', `${LEADS}/lead/{id}/feedback`)
export const correctLead = tell<typeof work.correctLead>('PUT', `${SIGNALS}/lead/{id}`)
export const assignLead = tell<typeof work.assignLead>('PUT', `${LEADS}/lead/{id}/assignee`)
export const listTeammates = ask<typeof work.listTeammates>('GET', `${LEADS}/teammates`)
export const listNotes = ask<typeof work.listNotes>('GET', `${LEADS}/lead/{id}/notes`)
export const addNote = tell<typeof work.addNote>('POST', `${LEADS}/lead/{id}/notes`)
export const removeNote = ask<typeof work.removeNote>('DELETE', `${LEADS}/lead/{id}/notes/{noteId}`)
export const listHistory = ask<typeof work.listHistory>('GET', `${LEADS}/lead/{id}/history`)
export const exportLeads = tell<typeof work.exportLeads>('POST', `${LEADS}/export`)
export const countLeads = ask<typeof work.countLeads>('GET', `${LEADS}/counts`)
export const listViews = ask<typeof work.listViews>('GET', `${LEADS}/views`)
export const createView = tell<typeof work.createView>('POST', `${LEADS}/views`)
export const updateView = tell<typeof work.updateView>('PATCH', `${LEADS}/views/{id}`)
export const deleteView = ask<typeof work.deleteView>('DELETE', `${LEADS}/views/{id}`)
export const draftMessage = tell<typeof drafts.draftMessage>('POST', `${LEADS}/lead/{id}/draft_message`)
export const updateDraftDm = tell<typeof drafts.updateDraftDm>('POST', `${LEADS}/leads/{id}/update-draft-dm`)
export const updateDraftReply = tell<typeof drafts.updateDraftReply>('POST', `${LEADS}/leads/{id}/update-draft-reply`)

export const listSmartColumns = ask<typeof columns.listSmartColumns>('GET', `${LEADS}/smart_columns`)
export const createSmartColumn = tell<typeof columns.createSmartColumn>('POST', `${LEADS}/smart_columns`)
export const updateSmartColumn = tell<typeof columns.updateSmartColumn>('POST', `${LEADS}/update_smart_column`)
export const deleteSmartColumn = ask<typeof columns.deleteSmartColumn>('DELETE', `${LEADS}/{columnId}`)
export const stopSmartColumn = ask<typeof columns.stopSmartColumn>('POST', `${LEADS}/smart_columns/{columnId}/stop`)
export const quoteSmartColumn = tell<typeof columns.quoteSmartColumn>('POST', `${LEADS}/smart_columns/quote`)

export const listLeadStatuses = ask<typeof statuses.listLeadStatuses>('GET', LEAD_STATUSES)
export const createLeadStatus = tell<typeof statuses.createLeadStatus>('POST', LEAD_STATUSES)
export const updateLeadStatus = tell<typeof statuses.updateLeadStatus>('PATCH', `${LEAD_STATUSES}/status/{id}`)
export const deleteLeadStatus = ask<typeof statuses.deleteLeadStatus>('DELETE', `${LEAD_STATUSES}/status/{id}`)
export const moveStatus = ask<typeof statuses.moveStatus>('PATCH', `${LEAD_STATUSES}/status/{id}/position`)
export const listProspectStatuses = ask<typeof statuses.listProspectStatuses>('GET', PROSPECT_STATUSES)
export const createProspectStatus = tell<typeof statuses.createProspectStatus>('POST', PROSPECT_STATUSES)
export const updateProspectStatus = tell<typeof statuses.updateProspectStatus>(
  'PATCH',
  `${PROSPECT_STATUSES}/status/{id}`,
)
export const deleteProspectStatus = ask<typeof statuses.deleteProspectStatus>(
  'DELETE',
  `${PROSPECT_STATUSES}/status/{id}`,
)

export const listPeople = ask<typeof people.listPeople>('GET', PEOPLE)
export const getPerson = ask<typeof people.getPerson>('GET', `${PEOPLE}/lead/{id}`)
export const updatePeopleStatus = tell<typeof people.updatePeopleStatus>('POST', `${PEOPLE}/update_status`)
export const markPeopleDeleted = tell<typeof people.markPeopleDeleted>('POST', `${PEOPLE}/mark_as_deleted`)
export const markPeopleUndeleted = tell<typeof people.markPeopleUndeleted>('POST', `${PEOPLE}/mark_as_undeleted`)
export const undoPeople = tell<typeof people.undoPeople>('POST', `${PEOPLE}/undo`)
export const exportPeople = tell<typeof people.exportPeople>('POST', `${PEOPLE}/export`)
export const draftPersonMessage = tell<typeof people.draftPersonMessage>('POST', `${PEOPLE}/{id}/draft_message`)
export const updatePersonDraft = tell<typeof people.updatePersonDraft>('POST', `${PEOPLE}/{id}/update-draft-dm`)

export const listIdentityProposals = ask<typeof identity.listIdentityProposals>('GET', `${PEOPLE}/identity_proposals`)
export const acceptIdentity = ask<typeof identity.acceptIdentity>('POST', `${PEOPLE}/identity_proposals/{id}/accept`)
export const dismissIdentity = ask<typeof identity.dismissIdentity>('POST', `${PEOPLE}/identity_proposals/{id}/dismiss`)
export const reopenIdentity = ask<typeof identity.reopenIdentity>('POST', `${PEOPLE}/identity_proposals/{id}/reopen`)
export const mergePeople = tell<typeof identity.mergePeople>('POST', `${PEOPLE}/{id}/merge`)
export const listIdentityMerges = ask<typeof identity.listIdentityMerges>('GET', `${PEOPLE}/{id}/merges`)
export const unmergePeople = ask<typeof identity.unmergePeople>('POST', `${PEOPLE}/merges/{id}/unmerge`)
export const getEnrichment = ask<typeof identity.getEnrichment>('GET', `${PEOPLE}/{id}/enrichment`)
export const refreshPerson = ask<typeof identity.refreshPerson>('POST', `${PEOPLE}/{id}/refresh`)
export const erasePerson = ask<typeof identity.erasePerson>('POST', `${PEOPLE}/{id}/erase`)

export const listCompanyProposals = ask<typeof companyLinks.listCompanyProposals>('GET', `${PEOPLE}/company_proposals`)
export const acceptCompany = ask<typeof companyLinks.acceptCompany>('POST', `${PEOPLE}/company_proposals/{id}/accept`)
export const dismissCompany = ask<typeof companyLinks.dismissCompany>(
  'POST',
  `${PEOPLE}/company_proposals/{id}/dismiss`,
)
export const reopenCompany = ask<typeof companyLinks.reopenCompany>('POST', `${PEOPLE}/company_proposals/{id}/reopen`)

export const getCompanyWebsite = ask<typeof companies.getCompanyWebsite>('GET', `${COMPANIES}/{id}/website`)
export const refreshCompany = ask<typeof companies.refreshCompany>('POST', `${COMPANIES}/{id}/refresh`)
export const listCompanies = ask<typeof companies.listCompanies>('GET', COMPANIES)
export const getCompany = ask<typeof companies.getCompany>('GET', `${COMPANIES}/lead/{id}`)
export const updateCompaniesStatus = tell<typeof companies.updateCompaniesStatus>('POST', `${COMPANIES}/update_status`)
export const markCompaniesDeleted = tell<typeof companies.markCompaniesDeleted>('POST', `${COMPANIES}/mark_as_deleted`)
export const markCompaniesUndeleted = tell<typeof companies.markCompaniesUndeleted>(
  'POST',
  `${COMPANIES}/mark_as_undeleted`,
)
export const undoCompanies = tell<typeof companies.undoCompanies>('POST', `${COMPANIES}/undo`)
export const exportCompanies = tell<typeof companies.exportCompanies>('POST', `${COMPANIES}/export`)

export const listSources = ask<typeof sources.listSources>('GET', SOURCES)
export const addFeed = tell<typeof sources.addFeed>('POST', `${SOURCES}/feeds`)
export const removeFeed = ask<typeof sources.removeFeed>('DELETE', `${SOURCES}/feeds/{id}`)
export const listSourcePlatforms = ask<typeof sources.listSourcePlatforms>('GET', `${SOURCES}/platforms`)
export const addCommunity = tell<typeof sources.addCommunity>('POST', `${SOURCES}/communities`)
export const removeCommunity = ask<typeof sources.removeCommunity>('DELETE', `${SOURCES}/communities/{id}`)
export const listSourceChannels = ask<typeof sources.listSourceChannels>('GET', `${SOURCES}/channels`)
export const setSourceChannel = tell<typeof sources.setSourceChannel>('PUT', `${SOURCES}/channels/{platform}`)
export const setChannelKey = tell<typeof sources.setChannelKey>('PUT', `${SOURCES}/channels/{platform}/key`)
export const removeChannelKey = ask<typeof sources.removeChannelKey>('DELETE', `${SOURCES}/channels/{platform}/key`)
export const getLeadsByDay = ask<typeof insights.getLeadsByDay>('GET', `${INSIGHTS}/leads`)
export const getSignalInsights = ask<typeof insights.getSignalInsights>('GET', `${INSIGHTS}/quality`)
export const getCoverageInsights = ask<typeof insights.getCoverageInsights>('GET', `${INSIGHTS}/coverage`)
export const getAnswerTimes = ask<typeof insights.getAnswerTimes>('GET', `${INSIGHTS}/answers`)
export const getCreditInsights = ask<typeof insights.getCreditInsights>('GET', `${INSIGHTS}/credits`)
export const exportInsights = ask<typeof insights.exportInsights>('GET', `${INSIGHTS}/export`)
export const listCoverage = ask<typeof sources.listCoverage>('GET', `${SOURCES}/coverage`)
export const listGaps = ask<typeof sources.listGaps>('GET', `${SOURCES}/gaps`)

export const listWebhooks = ask<typeof webhooks.listWebhooks>('GET', WEBHOOKS)
export const createWebhook = tell<typeof webhooks.createWebhook>('POST', WEBHOOKS)
export const updateWebhook = tell<typeof webhooks.updateWebhook>('PUT', `${WEBHOOKS}/{id}`)
export const deleteWebhook = ask<typeof webhooks.deleteWebhook>('DELETE', `${WEBHOOKS}/{id}`)
export const rotateWebhookSecret = ask<typeof webhooks.rotateWebhookSecret>('POST', `${WEBHOOKS}/{id}/rotate_secret`)
export const testWebhook = ask<typeof webhooks.testWebhook>('POST', `${WEBHOOKS}/{id}/test`)
export const listWebhookDeliveries = ask<typeof webhooks.listWebhookDeliveries>('GET', `${WEBHOOKS}/{id}/deliveries`)
export const replayWebhookDelivery = ask<typeof webhooks.replayWebhookDelivery>(
  'POST',
  `${WEBHOOKS}/{id}/deliveries/{deliveryId}/replay`,
)

export const getSlackConnection = ask<typeof slack.getSlackConnection>('GET', `${SLACK}/connection`)
export const connectSlack = ask<typeof slack.connectSlack>('POST', `${SLACK}/connect`)
export const finishSlackConnection = ask<typeof slack.finishSlackConnection>('GET', '/api/v1/slack/oauth-callback')
export const disconnectSlack = ask<typeof slack.disconnectSlack>('DELETE', `${SLACK}/disconnect`)
export const listSlackChannels = ask<typeof slack.listSlackChannels>('GET', `${SLACK}/channels`)
export const setSlackDefaultChannel = ask<typeof slack.setSlackDefaultChannel>('POST', `${SLACK}/update-channel`)
export const sendSlackTest = tell<typeof slack.sendSlackTest>('POST', `${SLACK}/test`)
export const listSlackChannelConfigs = ask<typeof slack.listSlackChannelConfigs>('GET', `${SLACK}/channel_configs`)
export const createSlackChannelConfig = tell<typeof slack.createSlackChannelConfig>('POST', `${SLACK}/channel_configs`)
export const updateSlackChannelConfig = tell<typeof slack.updateSlackChannelConfig>(
  'PUT',
  `${SLACK}/channel_configs/{id}`,
)
export const deleteSlackChannelConfig = ask<typeof slack.deleteSlackChannelConfig>(
  'DELETE',
  `${SLACK}/channel_configs/{id}`,
)

export const getNotificationSettings = ask<typeof notifications.getNotificationSettings>('GET', NOTIFICATION_SETTINGS)
export const updateNotificationSettings = tell<typeof notifications.updateNotificationSettings>(
  'PUT',
  NOTIFICATION_SETTINGS,
)
export const unsubscribe = open<typeof notifications.unsubscribe>('POST', '/unsubscribe', 'none')

export const getPage = open<typeof installation.getPage>('GET', '/api/v1/instance/pages/{page}', 'none')
export const sendFeedback = ask<typeof installation.sendFeedback>('POST', '/api/v1/feedback')
export const streamEvents = ask<typeof installation.streamEvents>('GET', '/api/v1/events/{projectId}')

/** A call by somebody signed in, without a body. */
function ask<E extends Endpoint>(method: Endpoint['method'], path: string): Route<E> {
  return { method, path, isPublic: false, bodyKind: 'none' }
}

/** A call by somebody signed in, with a JSON body. */
function tell<E extends Endpoint>(method: Endpoint['method'], path: string): Route<E> {
  return { method, path, isPublic: false, bodyKind: 'json' }
}

/** A call anyone may make. */
function open<E extends Endpoint>(method: Endpoint['method'], path: string, bodyKind: Endpoint['bodyKind']): Route<E> {
  return { method, path, isPublic: true, bodyKind }
}
