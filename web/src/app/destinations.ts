import { can } from '@leadlight/domain/roles'
import type { Permission, Role } from '@leadlight/domain/roles'

/** A screen reachable from anywhere. */
export interface Destination {
  name: string
  /** The key typed after `g`. */
  key?: string
  path: string
  keywords?: string
  /** What it takes to find anything there. */
  access?: Permission
}

/** The screens of a project. */
export function projectDestinations(projectId: string): Destination[] {
  const base = `/projects/${projectId}`
  return [
    { name: 'Posts', key: 'p', path: `${base}/posts`, keywords: 'leads inbox' },
    { name: 'People', key: 'e', path: `${base}/prospects/people`, keywords: 'prospects' },
    { name: 'Companies', key: 'c', path: `${base}/prospects/companies`, keywords: 'prospects' },
    { name: 'Signals', key: 'n', path: `${base}/signals`, keywords: 'intent monitoring precision' },
    {
      name: 'Sources',
      key: 'o',
      path: `${base}/sources`,
      keywords: 'channels feeds communities forum keys',
      access: 'source.read',
    },
    { name: 'Insights', key: 'i', path: `${base}/insights`, keywords: 'charts' },
    { name: 'Themes', path: `${base}/insights/themes`, keywords: 'insights topics clusters trends' },
    {
      name: 'Settings',
      key: 's',
      path: `${base}/settings/project`,
      keywords: 'general project name guests spending cap hand over transfer',
    },
  ]
}

/** The screens of the organization and the user. */
export const ORGANIZATION_DESTINATIONS: readonly Destination[] = [
  { name: 'Projects', key: 'r', path: '/org/projects', keywords: 'organization' },
  { name: 'Team', key: 't', path: '/org/team', keywords: 'members invites organization' },
  { name: 'Billing', key: 'b', path: '/org/billing', keywords: 'credits plan' },
  { name: 'Add a post', path: '/add', keywords: 'paste bring linkedin by hand', access: 'source.write' },
  { name: 'Account', key: 'a', path: '/account', keywords: 'password email sessions me' },
]

/** Those where the role finds something; null for a role that is not known yet. */
export function destinationsOf(role: Role | null, places: readonly Destination[]): Destination[] {
  return places.filter(({ access }) => access === undefined || (role !== null && can(role, access)))
}
