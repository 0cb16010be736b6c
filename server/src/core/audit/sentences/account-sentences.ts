import { say } from '../telling.ts'
import type { Sentences } from './sentence.ts'

/** What people do to their own account. It stands in a log only where a super admin did it in their place. */
export const ACCOUNT_SENTENCES: Sentences = {
  login: 'signed in',
  logout: 'signed out',
  register: 'made an account',
  verify: 'proved their address',
  resetPassword: 'set a new password by a mailed link',
  confirmEmailChange: 'confirmed a new address',
  googleCallback: 'signed in with Google',
  unlinkGoogle: 'unlinked Google from their account',
  updateName: 'changed their name',
  changePassword: 'changed their password',
  changeEmail: 'asked to change their address',
  signOutEverywhere: 'signed out everywhere',
  endOwnSession: 'signed out elsewhere',
  deleteAccount: 'deleted their account',
  startSecondFactor: 'began to set up a second factor',
  confirmSecondFactor: 'turned their second factor on',
  removeSecondFactor: 'turned their second factor off',
  sendFeedback: 'sent feedback to whoever runs this installation',
  createApiKey: ({ value }) => {
    const days = value('expires_in_days')
    return say`made a personal key to ${value('scope') === 'read' ? 'read' : 'read and write'}${days ? `, for ${days} days` : ''}`
  },
  revokeApiKey: 'ended a personal key',
  getUserToken: ({ just }) => say`began to look at the product as ${just('account', 'user_id')}`,
}
