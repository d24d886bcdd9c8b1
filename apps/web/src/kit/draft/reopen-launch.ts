import type { Position } from '@moqi/api/shapes'
import type { LaunchDraft } from './draft.ts'
import { draftToWire, placesKept } from './draft-wire.ts'
import type { KeptLaunch } from './kept-launch.ts'
import { type LaunchCopy, resumeLaunch, startLaunch } from './launch-store.ts'

/** What a save writes, but for identity numbers, of which a browser keeps none. */
function contentOf(draft: LaunchDraft, taskNo: string): string {
  const parties = draft.parties.map((party) => ({ ...party, idNumber: '' }))
  return JSON.stringify(draftToWire({ ...draft, taskNo, parties, signId: null, version: 0 }))
}

/** Whether two drafts say the same; the first save gives an automatic number to one that had none. */
const isSameDraft = (one: LaunchDraft, other: LaunchDraft): boolean => {
  const taskNo = one.taskNo.trim() || other.taskNo.trim()
  return contentOf(one, taskNo) === contentOf(other, other.taskNo.trim() || taskNo)
}

const facts: readonly (keyof Position)[] = [
  ...(['positionId', 'fileId', 'page', 'x', 'y', 'width', 'height', 'positionType', 'signerNo'] as const),
  ...(['required', 'sealId', 'value', 'format', 'label', 'bounds', 'pages'] as const),
]

function told(places: readonly Position[]): string {
  const lines = places.map((place) => JSON.stringify(facts.map((fact) => place[fact] ?? null)))
  lines.sort()
  return lines.join()
}

const isSamePlaces = (some: readonly Position[], others: readonly Position[]): boolean => told(some) === told(others)

/**
 * Whether what the server has was saved by this tab: it is one of the copies that the tab had or sent. Fields and
 * places are saved one after the other, so each is judged by itself.
 */
export function isOwnSave(known: readonly LaunchCopy[], server: LaunchCopy): boolean {
  return (
    known.some(({ draft }) => isSameDraft(draft, server.draft)) &&
    known.some(({ places }) => isSamePlaces(placesKept(server.draft, places), server.places))
  )
}

/**
 * Opens a contract in the making from what the server has of it (null for a new one) and what this tab kept. A refresh
 * is no conflict: nothing that is on the server already waits to be saved, and only a version of somebody else's is
 * newer than what is kept.
 */
export function reopenLaunch(kept: KeptLaunch, server: LaunchCopy | null) {
  if (!server) return reopenUnsaved(kept)
  const isTyped = !isSameDraft(kept.draft, server.draft)
  const isPlaced = kept.placed && !isSamePlaces(kept.places, server.places)
  if (!isTyped && !isPlaced) return startLaunch(server.draft, server.places)
  const left = [kept, kept.onServer, kept.sending].flatMap((copy) => copy ?? [])
  const own = isOwnSave(left, server)
  const draft = isTyped ? kept.draft : server.draft
  return resumeLaunch(
    { ...draft, version: own ? server.draft.version : kept.draft.version },
    kept.placed ? kept.places : server.places,
    { edits: isTyped ? 1 : 0, placings: isPlaced ? 1 : 0, onServer: own ? server : kept.onServer, left },
  )
}

/** The first save of a new contract may have reached the server: it is asked again under its key. */
function reopenUnsaved({ draft, places, placed, sending, sendingKey }: KeptLaunch) {
  const lost = sending && sendingKey !== null ? { key: sendingKey, input: draftToWire(sending.draft) } : null
  resumeLaunch(draft, places, { placings: placed ? 1 : 0, lostFields: lost })
}
