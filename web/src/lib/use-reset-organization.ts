import { useSWRConfig } from 'swr'

/** Forgets everything read as a member of the organization that one is no longer in, and asks anew who one is. */
export function useResetOrganization(): () => Promise<void> {
  const { mutate } = useSWRConfig()
  return async () => {
    await mutate(() => true, undefined, { revalidate: true })
  }
}
