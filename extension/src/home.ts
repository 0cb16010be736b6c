const KEY = 'home'

/** The address of somebody’s Leadlight, kept in this browser alone; undefined where it was never typed. */
export async function readHome(): Promise<string | undefined> {
  const { [KEY]: home } = await chrome.storage.local.get(KEY)
  return typeof home === 'string' ? home : undefined
}

export function keepHome(home: string): Promise<void> {
  return chrome.storage.local.set({ [KEY]: home })
}
