import type { Sent } from '@moqi/api/call'
import type { File, Position, SealInfo } from '@moqi/api/shapes'
import type { Table } from '@moqi/api/table'
import { areaOf } from '@moqi/api/wire/area'
import { type ControlFamily, controlTable, isCutAcross, takesSeal } from '@moqi/domain/contract/controls'
import { keysOf } from '@moqi/domain/keys-of'
import { checkFillIn } from '@moqi/domain/contract/fill-in'
import type { Ink } from '../handwriting/ink.ts'

/** What the signer can choose, with the control whose places it is for. */
const controlOf = { company: 'companySeal', legal: 'legalSeal', person: 'personSign', handwrite: 'handwrite' } as const
/** What the signer can choose. */
export type PickKind = keyof typeof controlOf
/** Every kind of choice, in the order they are asked for. */
export const pickKinds: readonly PickKind[] = keysOf(controlOf)
/** What a place asks for; a date is written by the server, a cross-page seal follows the seal of its file. */
export type PlaceKind = PickKind | Exclude<ControlFamily, 'seal' | 'signature'>

/** What goes to a place. */
export type Fill = { sealId: string } | { ink: Ink }

/** The chosen seal of each kind, and what has been set and typed where, by positionId. */
export type SigningState = {
  picks: Readonly<Partial<Record<PickKind, Fill>>>
  fills: Readonly<Record<string, Fill>>
  /** What has been typed where, by positionId; a tick is `yes`. */
  values: Readonly<Record<string, string>>
}

/** What the signer does, and what becomes known meanwhile. */
export type SigningEvent =
  /** Chooses for a kind; places of that kind already set are set anew. */
  | { do: 'pick'; kind: PickKind; fill: Fill; positions: readonly Position[] }
  /** Sets one place, with what is chosen for its kind unless `fill` says otherwise. */
  | { do: 'set'; position: Position; fill?: Fill }
  | { do: 'set-all'; positions: readonly Position[] }
  | { do: 'clear'; positionId: string }
  | { do: 'type'; positionId: string; value: string }
  /** The seals there are now (`now` in ms). */
  | { do: 'offer'; seals: readonly SealInfo[]; now: number }

/** The kind of a place. */
export function placeKind({ positionType }: Pick<Position, 'positionType'>): PlaceKind {
  const { family, side } = controlTable[positionType]
  if (positionType === 'legalSeal') return 'legal'
  if (family === 'seal') return side
  return family === 'signature' ? 'handwrite' : family
}

/** Whether a place is sealed or signed with what the signer chooses. */
export const isPick = (kind: PlaceKind): kind is PickKind => Object.hasOwn(controlOf, kind)

/** What an open place asks for. */
export const placePrompts: Record<PickKind, string> = {
  company: '点击盖章',
  legal: '点击盖章',
  person: '点击签名',
  handwrite: '点击手写',
}

const permissionRank = { direct: 2, needApproval: 1, none: 0 } as const

/** The seals that fit a kind, enabled and not past their time (`now` in ms); those not to be used at once come last. */
export const sealsFor = (kind: PickKind, seals: readonly SealInfo[], now: number): SealInfo[] =>
  seals
    .filter((seal) => takesSeal(controlOf[kind], seal.sealType) && seal.sealStatus === 'enabled')
    .filter(({ expireTime }) => expireTime === null || expireTime > now)
    .toSorted((a, b) => permissionRank[b.sealPermission] - permissionRank[a.sealPermission])

/** Why a seal cannot be chosen here, or null (domain.md 7.5). */
export const sealShut = ({ sealPermission }: Pick<SealInfo, 'sealPermission'>): string | null =>
  sealPermission === 'none' ? '无使用权限' : null

/** The seals of a list that stand somewhere and whose use has to be agreed to by others first. */
export function sealsToApprove({ fills }: Pick<SigningState, 'fills'>, seals: readonly SealInfo[]): SealInfo[] {
  const used = new Set(Object.values(fills).map((fill) => ('sealId' in fill ? fill.sealId : null)))
  return seals.filter(({ sealId, sealPermission }) => sealPermission === 'needApproval' && used.has(sealId))
}

/**
 * The seal of a kind chosen before anybody has chosen: the default, else the first, of those that may be used at once;
 * only where there are none, of those whose use can be asked for.
 */
export function firstPick(kind: PickKind, seals: readonly SealInfo[], now: number): Fill | undefined {
  const usable = sealsFor(kind, seals, now).filter((seal) => sealShut(seal) === null)
  const atOnce = usable.filter(({ sealPermission }) => sealPermission === 'direct')
  const offered = atOnce.length > 0 ? atOnce : usable
  const seal = offered.find(({ isDefault }) => isDefault === 1) ?? offered[0]
  return seal && { sealId: seal.sealId }
}

/** Picks for every kind that has a seal to offer; what was chosen before wins while it may still be used. */
export function withFirstPicks(state: SigningState, seals: readonly SealInfo[], now: number): SigningState {
  const usable = new Set(seals.filter((seal) => sealShut(seal) === null).map(({ sealId }) => sealId))
  const stands = (fill: Fill | undefined) => fill !== undefined && ('ink' in fill || usable.has(fill.sealId))
  const picks: SigningState['picks'] = {}
  for (const kind of pickKinds) {
    const before = state.picks[kind]
    const fill = stands(before) ? before : firstPick(kind, seals, now)
    if (fill) Object.assign(picks, { [kind]: fill })
  }
  return { ...state, picks, fills: Object.fromEntries(Object.entries(state.fills).filter(([, fill]) => stands(fill))) }
}

/** Places in reading order: file, page, from the top. */
export function inReadingOrder(positions: readonly Position[], files: readonly Pick<File, 'fileId'>[]): Position[] {
  const order = new Map(files.map(({ fileId }, index) => [fileId, index]))
  const rank = ({ fileId }: Position) => order.get(fileId) ?? files.length
  return positions.toSorted((a, b) => rank(a) - rank(b) || a.page - b.page || a.y - b.y || a.x - b.x)
}

/** Whether the signer still has to act at this place. */
export function isOpen(position: Position, { fills, values }: Pick<SigningState, 'fills' | 'values'>): boolean {
  const kind = placeKind(position)
  if (kind === 'fillIn') return !checkFillIn(areaOf(position), values[position.positionId] ?? '').ok
  return isPick(kind) && !(position.positionId in fills)
}

/** The places still to be signed or filled in; dates write themselves. */
export const unsigned = (positions: readonly Position[], state: Pick<SigningState, 'fills' | 'values'>): Position[] =>
  positions.filter((position) => isOpen(position, state))

/** The kinds that open places ask for and nothing has been chosen for yet. */
export function missingPicks(positions: readonly Position[], state: SigningState): PickKind[] {
  const asked = unsigned(positions, state).map(placeKind)
  return pickKinds.filter((kind) => asked.includes(kind) && !state.picks[kind])
}

function filled(state: SigningState, positions: readonly Position[], fillOf: (position: Position) => Fill | undefined) {
  const fills: Record<string, Fill> = { ...state.fills }
  for (const position of positions) {
    const fill = fillOf(position)
    if (fill) fills[position.positionId] = fill
  }
  return fills
}

const picked = (picks: SigningState['picks'], position: Position) => {
  const kind = placeKind(position)
  return isPick(kind) ? picks[kind] : undefined
}

/** The state after an event; nothing else changes it, so an error never loses a choice. */
export function signingState(state: SigningState, event: SigningEvent): SigningState {
  switch (event.do) {
    case 'pick': {
      const again = event.positions.filter(
        (position) => placeKind(position) === event.kind && position.positionId in state.fills,
      )
      const picks = { ...state.picks, [event.kind]: event.fill }
      return { ...state, picks, fills: filled(state, again, () => event.fill) }
    }
    case 'set':
      return {
        ...state,
        fills: filled(state, [event.position], (position) => event.fill ?? picked(state.picks, position)),
      }
    case 'set-all': {
      const open = unsigned(event.positions, state)
      return { ...state, fills: filled(state, open, (position) => picked(state.picks, position)) }
    }
    case 'offer':
      return withFirstPicks(state, event.seals, event.now)
    case 'type':
      return { ...state, values: { ...state.values, [event.positionId]: event.value } }
    case 'clear': {
      const { [event.positionId]: _gone, ...fills } = state.fills
      return { ...state, fills }
    }
  }
}

/** What will stand at all places when those still open take what is chosen for their kind. */
export const foreseen = (positions: readonly Position[], state: SigningState): Pick<SigningState, 'fills'> =>
  signingState(state, { do: 'set-all', positions })

/** One place as `sign` is told of it. */
export type ChosenPlace = Sent<Table['sign']>['positionArray'][number]

/** What is set where its cross-page seal comes from: the first seal of the same file, once it is set. */
export function crossPageFill(
  { fileId }: Position,
  positions: readonly Position[],
  { fills }: Pick<SigningState, 'fills'>,
): Fill | undefined {
  const seal = positions.find((one) => one.fileId === fileId && isCutAcross(one.positionType))
  return seal && fills[seal.positionId]
}

/** What `sign` is told: a seal or an ink for each place that was set, a value for each that was filled in. */
export const signedPlaces = (
  positions: readonly Position[],
  { fills, values }: Pick<SigningState, 'fills' | 'values'>,
): ChosenPlace[] =>
  positions.flatMap((position): ChosenPlace[] => {
    const { positionId } = position
    const value = values[positionId]
    if (placeKind(position) === 'fillIn') return value === undefined ? [] : [{ positionId, value }]
    const fill = fills[positionId]
    if (!fill) return []
    return 'sealId' in fill ? [{ positionId, sealId: fill.sealId }] : [{ positionId, handwriteBase64: fill.ink.png }]
  })

/** The names of what is used, each once, as the will-authentication repeats them. */
export function usedNames({ fills }: Pick<SigningState, 'fills'>, seals: readonly SealInfo[]): string[] {
  const names = Object.values(fills).map((fill) =>
    'ink' in fill ? '手写签名' : (seals.find(({ sealId }) => sealId === fill.sealId)?.sealName ?? '印章'),
  )
  return [...new Set(names)]
}
