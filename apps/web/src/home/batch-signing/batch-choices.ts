import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { SealInfo } from '@moqi/api/shapes'
import { strictestWill, type WillKind } from '@moqi/domain/contract/will-kind'
import {
  type ChosenPlace,
  firstPick,
  isPick,
  type PickKind,
  pickKinds,
  placeKind,
  sealsFor,
} from '../../kit/signing/signing-state.ts'

/** A seal for each kind of place. */
export type Picks = Readonly<Partial<Record<PickKind, string>>>
/** What is chosen for all contracts, and by `signId` for one alone. */
export type BatchChoices = { common: Picks; own: Readonly<Record<string, Picks>> }

const writtenAt = ({ keptArray }: BatchSignRow, positionId: string) =>
  keptArray.some((kept) => kept.positionId === positionId && kept.written === 1)

/** The places of a contract that a seal is chosen for; where a signature was written before, that stands. */
function sealPlaces(row: BatchSignRow) {
  return row.positionArray.flatMap((position) => {
    const kind = placeKind(position)
    return isPick(kind) && !writtenAt(row, position.positionId) ? [{ positionId: position.positionId, kind }] : []
  })
}

/** The kind of seal that is chosen for a contract; null when everything was written by hand. */
export const sealKindOf = (row: BatchSignRow): PickKind | null =>
  pickKinds.find((kind) => sealPlaces(row).some((place) => place.kind === kind)) ?? null

/** The seals to choose from for a contract (`now` in ms). */
export const sealsToChoose = (row: BatchSignRow, kind: PickKind, now: number): SealInfo[] =>
  sealsFor(kind, row.sealInfoArray, now).filter(({ sealPermission }) => sealPermission === 'direct')

/** The seal for one kind of a contract's places: its own, that of all, the one kept before, else the first. */
export function pickOf(row: BatchSignRow, kind: PickKind, choices: BatchChoices, now: number): SealInfo | null {
  const seals = sealsToChoose(row, kind, now)
  const first = firstPick(kind, seals, now)
  const places = new Set(sealPlaces(row).flatMap((place) => (place.kind === kind ? [place.positionId] : [])))
  const wanted = [
    choices.own[row.signId]?.[kind],
    choices.common[kind],
    row.keptArray.find(({ positionId, sealId }) => sealId !== undefined && places.has(positionId))?.sealId,
    first && 'sealId' in first ? first.sealId : undefined,
  ]
  return wanted.flatMap((id) => seals.find(({ sealId }) => sealId === id) ?? [])[0] ?? null
}

/** What is put on a contract: a seal for each place that takes one. */
export const placesOf = (row: BatchSignRow, choices: BatchChoices, now: number): ChosenPlace[] =>
  sealPlaces(row).flatMap(({ positionId, kind }) => {
    const seal = pickOf(row, kind, choices, now)
    return seal ? [{ positionId, sealId: seal.sealId }] : []
  })

/** What is put on all of them, in words: each seal with how often, and how many have a cross-page seal. */
export function stampsInWords(rows: readonly BatchSignRow[], choices: BatchChoices, now: number): string {
  const counts = new Map<string, number>()
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const row of rows) {
    for (const { kind } of sealPlaces(row)) add(pickOf(row, kind, choices, now)?.sealName ?? '印章')
    for (const { written } of row.keptArray) if (written === 1) add('手写签名')
  }
  const crossPages = rows.filter((row) => row.positionArray.some((one) => placeKind(one) === 'crossPage')).length
  const stamps = [...counts].map(([name, count]) => `${name}${count}处`).join('、')
  return crossPages > 0 ? `${stamps}，其中${crossPages}份加盖骑缝章` : stamps
}

/** How the will must be proved for all of them together. */
export const willKindOf = (rows: readonly BatchSignRow[]): WillKind =>
  strictestWill(rows.map(({ willAuthType }) => willAuthType))

/** What one does on a contract, in words, each kind once. */
export function tasksInWords({ positionArray }: Pick<BatchSignRow, 'positionArray'>, labels: Labels): string {
  return [...new Set(positionArray.map(({ positionType }) => labels[positionType].label))].join('、')
}

type Labels = Readonly<Record<BatchSignRow['positionArray'][number]['positionType'], { readonly label: string }>>
