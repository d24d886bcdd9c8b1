import { isOfFamily, takesSeal } from './controls.ts'
import { checkFillIn, type FillIn, isFillIn } from './fill-in.ts'
import { isSignature } from './lone-area.ts'
import { missingPapersText } from './paper-demand.ts'
import { unreadText } from './reading.ts'
import { unknownFlagsText } from '../lending/lending-texts.ts'
import type { SealKind } from '../seals/seal-kind.ts'

/** Most contracts that one proof of will signs. */
export const mostSigned = 50

/**
 * What a contract waits for before it may be signed with others: nothing; that it may be signed at all; that its party
 * says to know of its flags; that all of it has been read; that papers are handed in; that something is filled in or
 * written by hand; a seal that fits, or others' agreement to one.
 */
export const batchNeeds = [
  'nothing',
  'turn',
  'flags',
  'reading',
  'papers',
  'fillIn',
  'handwriting',
  'seal',
  'approval',
] as const
/** A member of `batchNeeds`. */
export type BatchNeed = (typeof batchNeeds)[number]

type Place = FillIn & { readonly areaId: string }
/** What was chosen for a place before; `written` when a signature was written for it. */
type Kept = { readonly areaId: string; readonly value?: string | undefined; readonly written: boolean }

/** What is said where others must agree to every seal that fits (domain 7.5). */
export const askOthersText = '您没有该印章的使用权限，请提交用印审批'

/** What is said to whom the legal representative has not let the seal that a place asks for. */
export const legalSealText = '此处须加盖法定代表人章，请由法定代表人本人盖章，或请其授权您使用'

/** What decides whether a contract may be signed with others. */
export type BatchFacts = {
  /** The text of the check before signing, null when it passes. */
  readonly check: string | null
  /** Whether it must be read first and has not been. */
  readonly unread: boolean
  /** The names of papers that must be handed in first. */
  readonly missingPapers: readonly string[]
  /** The party's own places. */
  readonly places: readonly Place[]
  readonly kept: readonly Kept[]
  /** The kinds of the seals that may be used at once. */
  readonly seals: readonly SealKind[]
  /** The kinds of those that others must agree to. */
  readonly sealsToAsk: readonly SealKind[]
}

/**
 * What a contract waits for before one proof of will may sign it with others, the first thing first, and how that is
 * said (domain 7.5); an empty text when it waits for nothing.
 */
export function batchNeed({ check, unread, missingPapers, places, kept, seals, sealsToAsk }: BatchFacts): {
  need: BatchNeed
  text: string
} {
  if (check !== null) return { need: check === unknownFlagsText ? 'flags' : 'turn', text: check }
  if (unread) return { need: 'reading', text: unreadText }
  const papers = missingPapersText(missingPapers)
  if (papers !== null) return { need: 'papers', text: papers }
  const keptAt = (place: Place) => kept.find(({ areaId }) => areaId === place.areaId)
  const empty = places.filter((place) => isFillIn(place) && !checkFillIn(place, keptAt(place)?.value ?? '').ok)
  if (empty.length > 0) return { need: 'fillIn', text: `还有${empty.length}处待填写` }
  const open = places.filter((place) => isSignature(place) && keptAt(place)?.written !== true)
  const missing = open.find(({ control }) => !seals.some((kind) => takesSeal(control, kind)))
  if (!missing) return { need: 'nothing', text: '' }
  if (sealsToAsk.some((kind) => takesSeal(missing.control, kind))) return { need: 'approval', text: askOthersText }
  return isOfFamily(missing.control, 'signature')
    ? { need: 'handwriting', text: '需要手写签名，请先手写' }
    : { need: 'seal', text: missing.control === 'legalSeal' ? legalSealText : '您没有可用的印章，请先制作' }
}
