import { addAddress } from './add-address.ts'
import { readHome } from './home.ts'
import { readSelection } from './read-selection.ts'

const MENU = 'add'
/** The permission that a click gives may reach a busy page, or its frames, later than the click reaches us. */
const TRIES = 3
const BETWEEN_TRIES_MS = 150

chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.create({
    id: MENU,
    title: 'Add to Leadlight',
    contexts: ['page', 'frame', 'selection', 'editable'],
  })
  void askForHome()
})
chrome.action.onClicked.addListener((tab) => void add(tab))
chrome.contextMenus.onClicked.addListener((info, tab) => void (tab && add(tab, info.selectionText)))

async function askForHome(): Promise<void> {
  if ((await readHome()) === undefined) await chrome.runtime.openOptionsPage()
}

/**
 * Opens Leadlight with what is selected in the tab. `told` is what the browser itself says of that: it has lost its line
 * breaks, and is there where no page can be read.
 */
async function add(tab: chrome.tabs.Tab, told = ''): Promise<void> {
  const home = await readHome()
  if (home === undefined) return chrome.runtime.openOptionsPage()
  const read = await readTab(tab.id)
  const url = addAddress(home, { url: tab.url ?? '', text: read === '' ? told : read })
  await chrome.tabs.create({ url, index: tab.index + 1 })
}

/** What is selected in the frames that may be read, in that where somebody is at work first; empty where nothing is. */
async function readTab(tabId: number | undefined, tries = TRIES): Promise<string> {
  if (tabId === undefined || tabId < 0) return ''
  const target = { tabId, allFrames: true }
  // Browsers let nobody read their own pages, nor their shops.
  const frames = await chrome.scripting.executeScript({ target, func: readSelection }).catch(() => [])
  const found = frames.flatMap(({ result }) => (result && result.text !== '' ? [result] : []))
  const text = (found.find(({ isActive }) => isActive) ?? found[0])?.text ?? ''
  if (text !== '' || tries === 1) return text
  await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS))
  return readTab(tabId, tries - 1)
}
