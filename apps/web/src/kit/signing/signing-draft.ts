import type { Position } from '@moqi/api/shapes'
import type { Ink } from '../handwriting/ink.ts'
import {
  type ChosenPlace,
  type Fill,
  isPick,
  type PickKind,
  pickKinds,
  placeKind,
  type SigningState,
} from './signing-state.ts'

const key = (signId: string) => `signing:${signId}`
const sentKey = (signId: string) => `signing-sent:${signId}`
const nothing: SigningState = { picks: {}, fills: {}, values: {} }

function asFill(value: unknown): Fill | null {
  if (typeof value !== 'object' || value === null) return null
  if ('sealId' in value && typeof value.sealId === 'string') return { sealId: value.sealId }
  const ink = 'ink' in value ? asInk(value.ink) : null
  return ink && { ink }
}

function asInk(ink: unknown): Ink | null {
  if (typeof ink !== 'object' || ink === null || !('png' in ink) || !('ratio' in ink)) return null
  const { png, ratio } = ink
  if (typeof png !== 'string' || !png.startsWith('data:image/png;base64,') || typeof ratio !== 'number') return null
  return { png, ratio }
}

function fillsIn(value: unknown): Record<string, Fill> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).map(([name, one]) => [name, asFill(one)] as const)
  return Object.fromEntries(entries.flatMap(([name, fill]) => (fill ? [[name, fill]] : [])))
}

function valuesIn(value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value)
  return Object.fromEntries(entries.flatMap(([name, one]) => (typeof one === 'string' ? [[name, one]] : [])))
}

/** Reads choices kept as text; anything that is not one of ours counts as none. */
export function readDraft(text: string | null): SigningState {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null) return nothing
    const picks = fillsIn('picks' in stored ? stored.picks : null)
    const kept = pickKinds.flatMap((kind): [PickKind, Fill][] => (picks[kind] ? [[kind, picks[kind]]] : []))
    const values = valuesIn('values' in stored ? stored.values : null)
    return { picks: Object.fromEntries(kept), fills: fillsIn('fills' in stored ? stored.fills : null), values }
  } catch {
    return nothing
  }
}

/** Choices of an entry in this tab, and whether the server has them too. */
type KeptDraft = { state: SigningState; sent: boolean }

/** What was chosen for this entry in this tab; null when nothing was. */
export function keptDraft(signId: string): KeptDraft | null {
  const text = sessionStorage.getItem(key(signId))
  return text === null ? null : { state: readDraft(text), sent: sessionStorage.getItem(sentKey(signId)) !== null }
}

/** Keeps the choices of an entry for this tab; a full store only means that they live as long as the page. */
export function keepDraft(signId: string, state: SigningState) {
  const text = JSON.stringify(state)
  if (sessionStorage.getItem(key(signId)) === text) return
  sessionStorage.removeItem(sentKey(signId))
  try {
    sessionStorage.setItem(key(signId), text)
  } catch {
    sessionStorage.removeItem(key(signId))
  }
}

/** Notes that the server has what is kept here: it may know more by the next time. */
export const noteSent = (signId: string) => sessionStorage.setItem(sentKey(signId), '1')

/** Forgets the kept choices of an entry. */
export function dropDraft(signId: string) {
  sessionStorage.removeItem(key(signId))
  sessionStorage.removeItem(sentKey(signId))
}

/** The choices to go on with: this tab's while the server has not heard of them, else the server's. */
export function draftToGoOn(
  signId: string,
  before: readonly ChosenPlace[],
  positions: readonly Position[],
): SigningState {
  const kept = keptDraft(signId)
  return kept && (!kept.sent || before.length === 0) ? kept.state : fromPlaces(before, positions)
}

/** Choices as the server keeps them; a kind's choice is that of its first place. */
function fromPlaces(places: readonly ChosenPlace[], positions: readonly Position[]): SigningState {
  const picks: Partial<Record<PickKind, Fill>> = {}
  const fills: Record<string, Fill> = {}
  const values: Record<string, string> = {}
  for (const position of positions) {
    const place = places.find(({ positionId }) => positionId === position.positionId)
    const kind = placeKind(position)
    if (place?.value !== undefined) values[position.positionId] = place.value
    const fill = place && fillOf(place)
    if (!fill || !isPick(kind)) continue
    fills[position.positionId] = fill
    picks[kind] ??= fill
  }
  return { picks, fills, values }
}

function fillOf({ sealId, handwriteBase64 }: ChosenPlace): Fill | null {
  if (sealId !== undefined) return { sealId }
  const ratio = handwriteBase64 === undefined ? null : pngRatio(handwriteBase64)
  return handwriteBase64 !== undefined && ratio !== null ? { ink: { png: handwriteBase64, ratio } } : null
}

const pngStart = 'data:image/png;base64,'

/** Width over height, from a PNG's header; null for anything else. */
function pngRatio(dataUrl: string): number | null {
  if (!dataUrl.startsWith(pngStart)) return null
  try {
    // Signature, length and name of the first chunk, then width and height (RFC 2083 §4.1.1): 24 bytes of 32 letters.
    const bytes = Uint8Array.from(atob(dataUrl.slice(pngStart.length, pngStart.length + 32)), (one) =>
      one.charCodeAt(0),
    )
    const header = new DataView(bytes.buffer)
    const [width, height] = [header.getUint32(16), header.getUint32(20)]
    return width > 0 && height > 0 ? width / height : null
  } catch {
    return null
  }
}
