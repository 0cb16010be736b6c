/** Names of what the app reads, as SWR keys. Keys that mention posts, post or prospects are not kept between visits. */
export const keys = {
  instance: '/api/v1/instance',
  me: ['me'],
  organization: ['organization'],
  subscription: ['organization-subscription'],
  credits: ['organization-credits'],
  projects: ['projects'],
  project: (projectId: string) => ['project', projectId] as const,
  intentSignals: (projectId: string) => ['intent-signals', projectId] as const,
  searches: (projectId: string) => ['searches', projectId] as const,
  sources: (projectId: string) => ['sources', projectId] as const,
  unreadCount: (projectId: string) => ['unread-count', projectId] as const,
  dataChannels: (projectId: string) => ['data-channels', projectId] as const,
  posts: (projectId: string, filters: object) => ['posts', projectId, filters] as const,
  post: (id: string) => ['post', id] as const,
} as const
