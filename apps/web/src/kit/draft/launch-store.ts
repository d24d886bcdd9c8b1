import type { Sent } from '@moqi/api/call'
import type { Position } from '@moqi/api/shapes'
import type { Table } from '@moqi/api/table'
import { create } from 'zustand'
import type { DraftParty, LaunchDraft } from './draft.ts'
import { placesKept } from './draft-wire.ts'
import { recorded, redone, startHistory, undone, type History } from './undo-history.ts'

/** How the last save went; `failed` carries what to say, `stale` that somebody else saved since. */
type Saving = { is: 'idle' } | { is: 'running' } | { is: 'failed'; message: string; stale: boolean }
type Places = readonly Position[]

/** A save that nobody answered: the server may have it. Repeated with its key it is done once. */
type Lost<K extends 'saveDraft' | 'saveLocation'> = { key: string; input: Sent<Table[K]> } | null

/** A contract in the making with its places. */
export type LaunchCopy = { draft: LaunchDraft; places: Places }

/** The one contract in the making of this tab. Counters tell what is saved: equal means nothing is pending. */
export type Launch = {
  draft: LaunchDraft | null
  places: History<Places>
  /** Made on this visit, so its address need not name it yet. */
  fresh: boolean
  /** Warnings of the upload, by fileId; they are not kept with the draft. */
  warnings: Readonly<Record<string, readonly string[]>>
  edits: number
  savedEdits: number
  placings: number
  savedPlacings: number
  saving: Saving
  lostFields: Lost<'saveDraft'>
  lostPlaces: Lost<'saveLocation'>
  /** As the server has it, as far as this tab knows; null before its first answer. */
  onServer: LaunchCopy | null
  /** What is on its way there: the server may have it already. */
  sending: LaunchCopy | null
  /** What this tab had before a refresh: a save of it may reach the server later than the page comes back. */
  left: readonly LaunchCopy[]
  /** ms; null before the first save of this visit. */
  savedAt: number | null
}

const blank: Launch = {
  draft: null,
  places: startHistory<Places>([]),
  fresh: false,
  warnings: {},
  edits: 0,
  savedEdits: 0,
  placings: 0,
  savedPlacings: 0,
  saving: { is: 'idle' },
  lostFields: null,
  lostPlaces: null,
  onServer: null,
  sending: null,
  left: [],
  savedAt: null,
}

/** The wizard's state; both of its routes share it. */
export const useLaunch = create<Launch>(() => blank)

/** Forgets the contract in the making. */
export const resetLaunch = () => useLaunch.setState(blank)

const answered = (copy: LaunchCopy) => (copy.draft.signId === null ? null : copy)

/** Starts editing a draft with its places, as the server has it or newly made. */
export const startLaunch = (draft: LaunchDraft, places: Places) =>
  useLaunch.setState({
    ...blank,
    draft,
    places: startHistory(places),
    fresh: draft.signId === null,
    onServer: answered({ draft, places }),
  })

/** Goes on with what was typed, and by default not placed, before the page was left: it is not saved yet. */
export const resumeLaunch = (
  draft: LaunchDraft,
  places: Places,
  more: Partial<Pick<Launch, 'edits' | 'placings' | 'onServer' | 'left' | 'lostFields'>> = {},
) =>
  useLaunch.setState({
    ...blank,
    draft,
    places: startHistory<Places>(placesKept(draft, places)),
    fresh: draft.signId === null,
    edits: 1,
    ...more,
  })

/** Changes fields, files or parties; places whose party, file or page is gone go with it. */
export function editDraft(change: Partial<LaunchDraft> | ((draft: LaunchDraft) => Partial<LaunchDraft>)) {
  useLaunch.setState((state) => {
    if (!state.draft) return state
    const patch = typeof change === 'function' ? change(state.draft) : change
    const draft = { ...state.draft, ...patch }
    const kept = placesKept(draft, state.places.present)
    // What could be undone may belong to a party whose number another gets now.
    const fewer = draft.parties.length < state.draft.parties.length
    const lost = fewer || kept.length !== state.places.present.length
    return {
      draft,
      edits: state.edits + 1,
      ...(lost && { places: startHistory<Places>(kept), placings: state.placings + 1 }),
    }
  })
}

/** Changes what is known of one party. */
export const changeParty = (signerNo: number, patch: Partial<DraftParty>) =>
  editDraft(({ parties }) => ({
    parties: parties.map((party) => (party.signerNo === signerNo ? { ...party, ...patch } : party)),
  }))

const placesChanged = (next: (places: History<Places>) => History<Places>) =>
  useLaunch.setState((state) => {
    const places = next(state.places)
    return places === state.places ? state : { places, placings: state.placings + 1 }
  })

/** Changes the places by a step that can be undone. */
export const placeAreas = (change: (places: Places) => Places) =>
  placesChanged((history) => recorded(history, change(history.present)))

/** Takes the last step of placing back. */
export const undoPlacing = () => placesChanged(undone)
/** Takes the step that was taken back once more. */
export const redoPlacing = () => placesChanged(redone)

/** Whether anything typed or placed has not reached the server. */
export const isUnsaved = ({ edits, savedEdits, placings, savedPlacings }: Launch) =>
  edits !== savedEdits || placings !== savedPlacings
