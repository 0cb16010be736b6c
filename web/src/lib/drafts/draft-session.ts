import type { Draft } from '@leadlight/contract/drafts'
import { A_PERSON } from '@leadlight/domain/drafts'
import { showToast } from '../../ui/toast.tsx'
import { logWarning } from '../log.ts'
import { codeOf, hasStatus, messageOf } from '../request-error.ts'
import { draftInTab } from './draft-in-tab.ts'
import type { DraftTarget, WrittenDraft } from './draft-stream.ts'
import { streamDraft } from './draft-stream.ts'

const SAVE_AFTER_MS = 800
/** The server refuses these characters; pasted text may bring them. */
const CONTROL_CHARACTERS = /[^\t\n\r\P{Cc}]/gu

export interface DraftState {
  /** The text as typed or generated. */
  text: string
  /** The partial text while a draft is being written; null before its first words and once it is done. */
  coming: string | null
  isWriting: boolean
  /** The text is an unfinished draft: the page was unloaded, or the connection broke. */
  isCutOff: boolean
  /** Why the last draft failed. */
  writeError: string | null
  /** The text before the latest draft; one that somebody wrote stays until another such is replaced. */
  former: string | null
  creditsSpent: number | null
  saving: 'saved' | 'unsaved' | 'saving' | 'failed'
  saveError: string | null
  /** The server's draft that the edits are based on. */
  kept: Draft | null
  /** A newer save by somebody else: nothing is saved until the user chooses between the two. */
  theirs: Draft | null
}

/** One draft for the life of the tab: writing and saving go on while the user views something else. */
export interface DraftSession {
  read: () => DraftState
  subscribe: (listener: () => void) => () => void
  type: (text: string) => void
  /** Has the model write a draft; the current text becomes the former one. Where somebody wrote it, a toast says so. */
  write: (prompt: string) => Promise<void>
  /** Requests the last draft again. */
  retry: () => Promise<void>
  stop: () => void
  bringFormerBack: () => void
  /** Keeps this text; the other becomes the former one. */
  keepMine: () => void
  /** Takes the other text; this one becomes the former one. */
  takeTheirs: () => void
  /** Saves pending changes at once. */
  save: () => Promise<void>
  /** Adopts the server's draft unless there is something newer here. */
  adopt: (kept: Draft | null) => void
}

/** Hears of drafts the server has stored. A `written` draft was paid for; its details may be missing. */
export interface DraftListener {
  saved: (draft: Draft) => void
  written: (draft: Draft | null) => void
}

export function createDraftSession(target: DraftTarget, kept: Draft | null, listener: DraftListener): DraftSession {
  const store = createStore(target, kept)
  const saver = createSaver(target, store, listener)
  const writer = createWriter(target, store, saver, listener)
  if (store.read().saving === 'unsaved') saver.saveSoon()
  return {
    read: store.read,
    subscribe: (onChange) => store.subscribe(onChange),
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
      const { former } = store.read()
      if (former !== null) bringBack(former, store, saver)
    },
    adopt(newer) {
      const { kept, theirs, saving, isWriting } = store.read()
      if (!newer || isWriting || (kept && kept.updated_at >= newer.updated_at)) return
      if (theirs) store.set({ theirs: newer })
      else if (saving === 'saved') store.follow(newer)
    },
  }
}

function bringBack(text: string, store: Store, saver: Saver) {
  store.put(text, { former: store.read().text, isCutOff: false })
  saver.saveSoon()
}

type Store = ReturnType<typeof createStore>

/** The state. Unsaved and partial text is also kept in the tab's storage. */
function createStore({ name }: DraftTarget, kept: Draft | null) {
  const tab = draftInTab(name)
  const unsaved = tab.find(kept)
  const listeners = new Set<() => void>()
  /** The text adopted last, which nobody here wrote. */
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
    /** Sets an unsaved text. */
    put(text: string, part: Partial<DraftState> = {}) {
      set({ ...part, text, saving: 'unsaved', saveError: null })
      tab.keep({ text, kept: state.kept, former: state.isCutOff ? (state.former ?? '') : null })
    },
    /** Sets the partial text. It is stored at once, since an unloading page has no time for it. */
    come(coming: string) {
      set({ coming })
      if (coming.trim() !== '') tab.keep({ text: coming, kept: state.kept, former: state.text })
    },
    /** Restores the former text after a draft failed. */
    keepBefore(part: Partial<DraftState>) {
      set({ ...part, isWriting: false, coming: null })
      if (state.saving === 'saved') tab.clear()
      else tab.keep({ ...state, former: null })
    },
    /** Shows somebody else's text. The one written here can be brought back. */
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

function createSaver(target: DraftTarget, store: Store, listener: DraftListener) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  function saveSoon() {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), SAVE_AFTER_MS)
  }
  /** One save at a time, so an older text never lands after a newer one. */
  function save(): Promise<void> {
    clearTimeout(timer)
    // A draft in progress will replace this text, so it must not be saved after. A conflict has to be resolved first.
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
      const kept = await target.save({ draft: text, based_on: before?.updated_at ?? null })
      listener.saved(kept)
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
  /** Whether this is the complete version of our partial draft: only its end was lost in transit. */
  function isWholeOf({ draft }: Draft): boolean {
    const { isCutOff, text } = store.read()
    return isCutOff && draft.startsWith(text.trim())
  }
  function takeWhole(whole: Draft) {
    store.settle({ kept: whole, text: whole.draft, isCutOff: false, writeError: null })
    listener.written(whole)
  }
  /** The conflicting draft; null if it cannot be read now, and saving is retried. */
  async function findTheirs(): Promise<Draft | null> {
    try {
      return await target.find()
    } catch (error) {
      logWarning('The other draft could not be read', error)
      return null
    }
  }
  return {
    saveSoon,
    save,
    /** Saves before a draft is requested: the prompt refers to this text, and no save may land after the draft. */
    async settle() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await saveText()
    },
  }
}

type Saver = ReturnType<typeof createSaver>

/** Whether somebody wrote the text, or changed what was drafted. */
function isByHand({ text, kept }: DraftState): boolean {
  return text !== '' && (kept === null || kept.written_by === A_PERSON || kept.draft !== text)
}

function createWriter(target: DraftTarget, store: Store, saver: Saver, listener: DraftListener) {
  let abort: AbortController | null = null
  let lastPrompt = ''
  /** The text by hand that a draft replaced last. */
  let ownWords: string | null = null

  async function write(prompt: string) {
    if (store.read().isWriting) return
    lastPrompt = prompt
    if (store.read().theirs) return store.set({ writeError: 'Choose first which of the two texts to keep.' })
    const { signal } = (abort = new AbortController())
    const isOwn = isByHand(store.read())
    store.set({ isWriting: true, isCutOff: false, coming: null, writeError: null, creditsSpent: null })
    await saver.settle()
    try {
      const written = await streamDraft(target, { prompt, signal, onText: (coming) => store.come(coming) })
      const { text } = store.read()
      finish(written, isOwn)
      if (isOwn && text !== written.draft) offerBack(text)
    } catch (error) {
      if (signal.aborted) keepWhatCame(isOwn)
      // An error the server reports is final. A lost connection may be this page's own unload: Chromium reports it
      // before the page goes.
      else if (hasStatus(error, 0)) keepWhatCame(isOwn, { isCutOff: true, writeError: messageOf(error) })
      else store.keepBefore({ writeError: messageOf(error) })
      if (store.read().saving !== 'saved') saver.saveSoon()
    }
  }
  /** Drafts are written anew at a press, and what somebody wrote is not. */
  function formerOnceReplaced(isOwn: boolean): string | null {
    const { text, former } = store.read()
    if (isOwn) ownWords = text
    return text === '' || (!isOwn && former !== null && former === ownWords) ? former : text
  }
  function offerBack(text: string) {
    const onUndo = () => {
      if (!store.read().isWriting) bringBack(text, store, saver)
    }
    showToast({ kind: 'info', message: 'The new draft replaced the text you had edited.', onUndo })
  }
  function finish({ draft, creditsSpent, details }: WrittenDraft, isOwn: boolean) {
    const { text, former } = store.read()
    store.settle({
      text: draft,
      kept: details,
      theirs: null,
      isWriting: false,
      coming: null,
      creditsSpent,
      former: text === draft ? former : formerOnceReplaced(isOwn),
    })
    listener.written(details)
  }
  function keepWhatCame(isOwn: boolean, how: Partial<DraftState> = {}) {
    const { coming } = store.read()
    if (!coming?.trim()) return store.keepBefore({ ...how, isCutOff: false })
    store.put(coming, { ...how, isWriting: false, coming: null, former: formerOnceReplaced(isOwn) })
  }
  return { write, retry: () => write(lastPrompt), stop: () => abort?.abort() }
}
