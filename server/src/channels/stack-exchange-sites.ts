export interface StackExchangeSite {
  /** The API's name for it. */
  name: string
  displayName: string
  host: string
}

/** Sites where businesses are asked about most, software first. The first is searched where none is named. */
export const STACK_EXCHANGE_SITES: readonly StackExchangeSite[] = [
  { name: 'stackoverflow', displayName: 'Stack Overflow', host: 'stackoverflow.com' },
  { name: 'softwarerecs', displayName: 'Software Recommendations', host: 'softwarerecs.stackexchange.com' },
  { name: 'webapps', displayName: 'Web Applications', host: 'webapps.stackexchange.com' },
  { name: 'serverfault', displayName: 'Server Fault', host: 'serverfault.com' },
  { name: 'superuser', displayName: 'Super User', host: 'superuser.com' },
  { name: 'dba', displayName: 'Database Administrators', host: 'dba.stackexchange.com' },
  { name: 'pm', displayName: 'Project Management', host: 'pm.stackexchange.com' },
  { name: 'webmasters', displayName: 'Webmasters', host: 'webmasters.stackexchange.com' },
]
