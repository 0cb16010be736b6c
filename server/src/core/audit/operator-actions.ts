/** What the operator's commands do to people and organizations, each with its sentence in the audit log. */
export const OPERATOR_ACTIONS = {
  'operator.make-super-admin': 'The operator made somebody a super admin.',
  'operator.super-admin-emails': 'The operator listed somebody as a super admin in the configuration.',
  'operator.remove-super-admin': 'The operator made a super admin an admin again.',
  'operator.remove-second-factor': 'The operator turned off the second factor of somebody who had lost it.',
  'operator.grant-credits': 'The operator granted credits.',
  'operator.refund-charge': 'The operator gave back what was charged.',
  'operator.forget-author': 'The operator erased an author who had asked for it.',
  'operator.see-as': 'A super admin began to look at the product as one of its users.',
} as const

export type OperatorAction = keyof typeof OPERATOR_ACTIONS
