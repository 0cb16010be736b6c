import { useSWRConfig } from 'swr'

/** Clears everything read as a member of the organization the user has left, and reads again who they are. */
export function useResetOrganization(): () => Promise<void> {
  const { mutate } = useSWRConfig()
  return async () => {
    await mutate(() => true, undefined, { revalidate: true })
  }
}
