import { say, type Part, type Telling } from '../telling.ts'
import type { Sentences } from './sentence.ts'

export const PROJECT_SENTENCES: Sentences = {
  createProject: ({ the }) => say`made ${the('project')}`,
  updateProject: ({ the, value }) => {
    const changed = value('changed')
    return changed ? say`changed ${changed} of ${the('project')}` : say`changed ${the('project')}`
  },
  deleteProject: ({ removed }) => say`deleted ${removed('project')}`,
  transferProject: ({ the, value }) => {
    const giving = value('organization_name')
    return giving === undefined
      ? say`offered ${the('project')} to another organization`
      : say`handed ${the('project')} over from ${giving}`
  },
  cancelTransfer: ({ the }) => say`took back the offer of ${the('project')}`,
  acceptTransfer: ({ the, value }) => {
    const giving = value('organization_name')
    return say`took over ${the('project', 'project_id')}${giving === undefined ? '' : ` from ${giving}`}`
  },
  rejectTransfer: 'turned down a project that was offered',
  createLeadStatus: ({ the }) => say`added ${the('status')} for leads`,
  updateLeadStatus: ({ the }) => say`changed ${the('status')} of leads`,
  deleteLeadStatus: ({ removed }) => say`deleted ${removed('status')} of leads`,
  createProspectStatus: ({ the }) => say`added ${the('status')} for people and companies`,
  updateProspectStatus: ({ the }) => say`changed ${the('status')} of people and companies`,
  deleteProspectStatus: ({ removed }) => say`deleted ${removed('status')} of people and companies`,
  moveStatus: ({ the }) => say`moved ${the('status')}`,
  createSmartColumn: ({ the }) => say`added ${the('column')}`,
  updateSmartColumn: ({ the, value }) =>
    say`changed ${the('column')}${value('do_reanalyze') === 'true' ? ' and had every answer worked out anew' : ''}`,
  deleteSmartColumn: ({ removed }) => say`deleted ${removed('column', 'column_id')}`,
  stopSmartColumn: ({ the }) => say`stopped filling ${the('column', 'column_id')}`,
  createView: ({ the }) => say`saved ${the('view')}`,
  updateView: ({ the }) => say`changed ${the('view')}`,
  deleteView: ({ removed }) => say`deleted ${removed('view')}`,
  addFeed: ({ the }) => say`added ${the('feed')}`,
  removeFeed: ({ removed }) => say`removed ${removed('feed')}`,
  addCommunity: ({ the }) => say`added ${the('community')}`,
  removeCommunity: ({ removed }) => say`removed ${removed('community')}`,
  bringPosts: 'brought posts in by hand',
  refreshThemes: 'had the themes found anew',
  createReceivingAddress: ({ the }) => say`made ${the('receiving_address')}`,
  revokeReceivingAddress: ({ removed }) => say`revoked ${removed('receiving_address')}`,
  setSourceChannel: (telling) => say`turned ${platformIn(telling)} ${telling.value('on') === 'true' ? 'on' : 'off'}`,
  setChannelKey: (telling) => say`set the project’s own key to ${platformIn(telling)}`,
  removeChannelKey: (telling) => say`removed the project’s own key to ${platformIn(telling)}`,
  updateNotificationSettings: 'changed how they are mailed new leads',
  unsubscribe: ({ value, just }) =>
    value('user_id') === undefined
      ? say`ended the mails of new leads by a mail’s link`
      : say`ended the mails of new leads to ${just('account', 'user_id')} by a mail’s link`,
  createWebhook: ({ the }) => say`added ${the('webhook')}`,
  updateWebhook: ({ the, value }) => {
    const on = value('on')
    return on === undefined
      ? say`changed ${the('webhook')}`
      : say`turned ${the('webhook')} ${on === 'true' ? 'on' : 'off'}`
  },
  deleteWebhook: ({ removed }) => say`deleted ${removed('webhook')}`,
  rotateWebhookSecret: ({ the }) => say`made a new secret for ${the('webhook')}`,
  testWebhook: ({ the }) => say`sent a test message to ${the('webhook')}`,
  replayWebhookDelivery: ({ the }) => say`sent a message to ${the('webhook')} again`,
  connectSlack: 'began to connect Slack',
  finishSlackConnection: 'connected Slack',
  disconnectSlack: 'disconnected Slack',
  setSlackDefaultChannel: 'changed where leads go in Slack that no rule takes',
  sendSlackTest: 'sent a test message to Slack',
  createSlackChannelConfig: ({ the }) => say`added ${the('slack_rule')} in Slack`,
  updateSlackChannelConfig: ({ the }) => say`changed ${the('slack_rule')} in Slack`,
  deleteSlackChannelConfig: ({ removed }) => say`deleted ${removed('slack_rule')} in Slack`,
  receiveSlackInteraction: (telling) => say`${pressed(telling)} by a button in Slack`,
}

function pressed({ the, value }: Telling): Part[] {
  const lead = the('lead', 'lead_id')
  return value('field') === 'status' ? say`changed the status of ${lead}` : say`marked ${lead} as read`
}

/** Platforms' ids are one or more plain words. */
function platformIn({ value }: Telling): string {
  const words = (value('platform') ?? 'a platform').split(/[-_]/u)
  return words
    .map((word) => (word === 'github' ? 'GitHub' : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join(' ')
}
