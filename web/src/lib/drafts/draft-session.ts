import type { Draft } from '@leadlight/contract/drafts'
import { logWarning } from '../log.ts'
import { codeOf, hasStatus, messageOf } from '../request-error.ts'
import { draftInTab } from './draft-in-tab.ts'
import type { DraftTarget, WrittenDraft } from './draft-stream.ts'
import { streamDraft } from './draft-stream.ts'

const SAVE_AFTER_MS = 800
/** What the server refuses in a text; it comes with what is pasted. */
const CONTROL_CHARACTERS = /[^\t\n\r\P{Cc}]/gu

export interface DraftState {
  /** What its writer has: typed, or written for them. */
  text: string
  /** What has come so far while a draft is being written; null before its first words and once it is done. */
  coming: string | null
  isWriting: boolean
  /** The text is what had come of a draft when the page went, or the connection broke. */
  isCutOff: boolean
  /** Why the last draft was not written. */
  writeError: string | null
  /** What stood here before the latest draft. */
  former: string | null
  creditsSpent: number | null
  saving: 'saved' | 'unsaved' | 'saving' | 'failed'
  saveError: string | null
  /** As the server had it when the text began to be changed. */
  kept: Draft | null
  /** What somebody else has kept since: nothing is saved over it until one of the two is chosen. */
  theirs: Draft | null
}

/** One draft, as long as the tab lives: it goes on being written and saved while its writer looks at something else. */
export interface DraftSession {
  read: () => DraftState
  subscribe: (listener: () => void) => () => void
  type: (text: string) => void
  /** Has a draft written; what stands in its place is kept as the former one. */
  write: (prompt: string) => Promise<void>
  /** Asks for the last draft once more. */
  retry: () => Promise<void>
  stop: () => void
  bringFormerBack: () => void
  /** Of two texts, keeps what is here; the other becomes the former one. */
  keepMine: () => void
  /** The other way round. */
  takeTheirs: () => void
  /** Saves at once what waits to be saved. */
  save: () => Promise<void>
  /** Takes over what the server has, unless something newer is here. */
  adopt: (kept: Draft | null) => void
}

/** Who is told what the server has kept; `written` drafts were paid for, and it may not have said what they are. */
export interface DraftListener {
  saved: (draft: Draft) => void
  written: (draft: Draft | null) => void
}

export function createDraftSession(place: DraftTarget, kept: Draft | null, tell: DraftListener): DraftSession {
  const store = createStore(place, kept)
  const saver = createSaver(place, store, tell)
  const writer = createWriter(place, store, saver, tell)
  if (store.read().saving === 'unsaved') saver.saveSoon()
  return {
    read: store.read,
    subscribe: (listener) => store.subscribe(listener),
    save: saver.save,
    write: writer.write,
    retry: writer.retry,
    stop: writer.stop,
    type(text) {
      if (store.read().isWriting) return
      store.put(text.replaceAll(CONTROL_CHARACTERS, ''), { isCutOff: false })
      saver.saveSoon()
    },
    keepMine() {
      const { theirs, text } = store.read()
      if (!theirs) return
      store.put(text, { kept: theirs, theirs: null, former: theirs.draft })
      void saver.save()
    },
    takeTheirs() {
      const { theirs, text } = store.read()
      if (theirs) store.settle({ kept: theirs, theirs: null, text: theirs.draft, former: text, isCutOff: false })
    },
    bringFormerBack() {
      const { former, text } = store.read()
      if (former === null) return
      store.put(former, { former: text, isCutOff: false })
      saver.saveSoon()
    },
    adopt(newer) {
      const { kept, theirs, saving, isWriting } = store.read()
      if (!newer || isWriting || (kept && kept.updated_at >= newer.updated_at)) return
      if (theirs) store.set({ theirs: newer })
      else if (saving === 'saved') store.follow(newer)
    },
  }
}

type Store = ReturnType<typeof createStore>

/** The state, with what is typed but not saved kept in the tab's storage besides, and what is being written as it comes. */
function createStore({ name }: DraftTarget, kept: Draft | null) {
  const tab = draftInTab(name)
  const unsaved = tab.find(kept)
  const listeners = new Set<() => void>()
  /** The text that was taken over last: nobody here wrote it. */
  let followed = unsaved ? null : (kept?.draft ?? null)
  let state: DraftState = {
    ...(unsaved ? { text: unsaved.text, kept: unsaved.kept } : { text: kept?.draft ?? '', kept }),
    coming: null,
    isWriting: false,
    isCutOff: typeof unsaved?.former === 'string',
    writeError: null,
    former: unsaved?.former || null,
    creditsSpent: null,
    saving: unsaved ? 'unsaved' : 'saved',
    saveError: null,
    theirs: null,
  }
  function set(part: Partial<DraftState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    set,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A text that is not saved yet. */
    put(text: string, part: Partial<DraftState> = {}) {
      set({ ...part, text, saving: 'unsaved', saveError: null })
      tab.keep({ text, kept: state.kept, former: state.isCutOff ? (state.former ?? '') : null })
    },
    /** More of a draft has come. It is kept at once, since a page that goes is not given the time to. */
    come(coming: string) {
      set({ coming })
      if (coming.trim() !== '') tab.keep({ text: coming, kept: state.kept, former: state.text })
    },
    /** A draft came to nothing: what stood here before stays. */
    keepBefore(part: Partial<DraftState>) {
      set({ ...part, isWriting: false, coming: null })
      if (state.saving === 'saved') tab.clear()
      else tab.keep({ ...state, former: null })
    },
    /** Shows what somebody else has kept. What was written here before them can be brought back. */
    follow(newer: Draft) {
      const { text, former } = state
      const isOwn = text !== '' && text !== followed && text !== newer.draft
      followed = newer.draft
      set({ kept: newer, text: newer.draft, former: isOwn ? text : former, isCutOff: false })
    },
    /** The server has this text. */
    settle(part: Partial<DraftState>) {
      tab.clear()
      set({ ...part, saving: 'saved', saveError: null })
    },
  }
}

function createSaver(place: DraftTarget, store: Store, tell: DraftListener) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  function saveSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }
  /** One save at a time, so that an older text never lands after a newer one. */
  function save(): Promise<void> {
    clearTimeout(timer)
    // What is being written will take this text's place; it must not come after. Of two texts one has to be chosen first.
    if (store.read().isWriting || store.read().theirs) return Promise.resolve()
    running ??= saveText().finally(() => {
      running = null
    })
    return running
  }
  async function saveText() {
    const { text, saving, theirs, kept: before } = store.read()
    if (saving === 'saved' || theirs) return
    store.set({ saving: 'saving', saveError: null })
    try {
      const kept = await place.save({ draft: text, based_on: before?.updated_at ?? null })
      tell.saved(kept)
      if (store.read().text === text) store.settle({ kept })
      else {
        store.put(store.read().text, { kept })
        saveSoon()
      }
    } catch (error) {
      const changed = codeOf(error) === 'draft_changed' ? await findTheirs() : null
      if (changed && isWholeOf(changed)) return takeWhole(changed)
      store.set({ saving: 'failed', saveError: messageOf(error), theirs: changed })
    }
  }
  /** Whether it is the very draft of which only a part came here: its end was lost, not its writing. */
  function isWholeOf({ draft }: Draft): boolean {
    const { isCutOff, text } = store.read()
    return isCutOff && draft.startsWith(text.trim())
  }
  function takeWhole(whole: Draft) {
    store.settle({ kept: whole, text: whole.draft, isCutOff: false, writeError: null })
    tell.written(whole)
  }
  /** What stands in the way; null where that cannot be read now, and saving is tried again. */
  async function findTheirs(): Promise<Draft | null> {
    try {
      return await place.find()
    } catch (error) {
      logWarning('The other draft could not be read', error)
      return null
    }
  }
  return {
    saveSoon,
    save,
    /** Saves what is here before a draft is asked for: a wish to change it means these words, and no save may come after. */
    async settle() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await saveText()
    },
  }
}

type Saver = ReturnType<typeof createSaver>

function createWriter(place: DraftTarget, store: Store, saver: Saver, tell: DraftListener) {
  let abort: AbortController | null = null
  let lastPrompt = ''

  async function write(prompt: string) {
    if (store.read().isWriting) return
    lastPrompt = prompt
    if (store.read().theirs) return store.set({ writeError: 'Choose first which of the two texts to keep.' })
    const { signal } = (abort = new AbortController())
    store.set({ isWriting: true, isCutOff: false, coming: null, writeError: null, creditsSpent: null })
    await saver.settle()
    try {
      const written = await streamDraft(place, { prompt, signal, onText: (coming) => store.come(coming) })
      finish(written)
    } catch (error) {
      if (signal.aborted) keepWhatCame()
      // What the server says of its end is the end of it. That nothing more is heard may be this page's own end: Chromium tells
      // the page so before it goes.
      else if (hasStatus(error, 0)) keepWhatCame({ isCutOff: true, writeError: messageOf(error) })
      else store.keepBefore({ writeError: messageOf(error) })
      if (store.read().saving !== 'saved') saver.saveSoon()
    }
  }
  function finish({ draft, creditsSpent, details }: WrittenDraft) {
    const { text, former } = store.read()
    store.settle({
      text: draft,
      kept: details,
      theirs: null,
      isWriting: false,
      coming: null,
      creditsSpent,
      former: text === '' || text === draft ? former : text,
    })
    tell.written(details)
  }
  function keepWhatCame(how: Partial<DraftState> = {}) {
    const { coming, text, former } = store.read()
    if (!coming?.trim()) return store.keepBefore({ ...how, isCutOff: false })
    store.put(coming, { ...how, isWriting: false, coming: null, former: text === '' ? former : text })
  }
  return { write, retry: () => write(lastPrompt), stop: () => abort?.abort() }
}
