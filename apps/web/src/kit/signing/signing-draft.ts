import type { Fill, Ink, PickKind, SigningState } from './signing-state.ts'

const key = (signId: string) => `signing:${signId}`
const pickKinds = ['company', 'person', 'handwrite'] as const
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

/** What was chosen for this entry in this tab, so that signing in again loses nothing (checklist X1). */
export const keptDraft = (signId: string): SigningState => readDraft(sessionStorage.getItem(key(signId)))

/** Keeps the choices of an entry for this tab; a full store only means that they live as long as the page. */
export function keepDraft(signId: string, state: SigningState) {
  try {
    sessionStorage.setItem(key(signId), JSON.stringify(state))
  } catch {
    sessionStorage.removeItem(key(signId))
  }
}

/** Forgets the kept choices of an entry. */
export const dropDraft = (signId: string) => sessionStorage.removeItem(key(signId))
