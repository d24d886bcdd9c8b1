import { areaOf } from '@moqi/api/wire/area'
import type { File, FileField, Position } from '@moqi/api/shapes'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { controlTable } from '@moqi/domain/contract/controls'
import { fieldOfArea } from '@moqi/domain/contract/file-fields'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { useState } from 'react'
import { warn } from '../../ui/toast-store.ts'
import type { SheetPoint } from './sheet-point.ts'
import type { DraftParty, LaunchDraft } from '../draft/draft.ts'
import { placeAreas, useLaunch } from '../draft/launch-store.ts'
import { kindsOf, newArea, newAreaId, type AreaKind } from './area-kinds.ts'
import { assigned, fieldAround, newOnField, nextFree, ownFieldsOf, ownFieldsOnly, signingKinds } from './own-fields.ts'
import type { PlaceFault } from './place-fault.ts'
import { aligned, insidePage, onEveryPage, type Alignment, type PageSize } from './placing-geometry.ts'

/** What is being placed for whom, what is chosen, and the ways to change the areas. All lengths are mm. */
export type Placing = {
  areas: readonly Position[]
  party: DraftParty | undefined
  pickParty: (signerNo: number) => void
  /** The kind the next press on a page places. */
  armed: AreaKind | null
  arm: (kind: AreaKind | null) => void
  chosen: readonly string[]
  choose: (positionId: string | null, more?: boolean) => void
  /** The area that takes the focus when it appears. */
  latest: string | null
  /** Places an area of a kind around a point and chooses it. */
  add: (kind: AreaKind, at: SheetPoint) => void
  /** Puts a new or known area where it says. */
  put: (area: Position) => void
  remove: () => void
  removeArea: (area: Position) => void
  /** Gives a field of a certified file to the party, for the armed kind when that is one to sign with. */
  giveField: (file: File, field: FileField) => void
  /** Places an area of a kind by key: in the middle of what is seen, or on the next free field of a certified file. */
  addByKey: (kind: AreaKind, at: SheetPoint) => void
  copyToAllPages: (area: Position) => void
  align: (alignment: Alignment) => void
  /** Goes to a fault: its place is chosen, or whoever lacks one is, and the pages follow. */
  showFault: (fault: PlaceFault) => void
  /** The fault last gone to. */
  faulty: PlaceFault | null
}

/** A page's size by file and number, A4 when unknown. */
export const sizeOfPage = (files: readonly File[], at: { fileId: string; page: number }): PageSize =>
  files.find((file) => file.fileId === at.fileId)?.pageArray[at.page - 1] ?? { width: 210, height: 297 }

function hasRoom(count: number, more: number): boolean {
  if (count + more <= draftLimits.areas) return true
  warn(`签署位置不能超过${draftLimits.areas}个`)
  return false
}

/** The state of the third step; the areas themselves live in the draft's history. */
export function usePlacing(draft: LaunchDraft): Placing {
  const areas = useLaunch((state) => state.places.present)
  const [picked, pick] = useState(draft.parties[0]?.signerNo ?? 0)
  const [armed, arm] = useState<AreaKind | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [faulty, setFaulty] = useState<PlaceFault | null>(null)
  const [latest, setLatest] = useState<string | null>(null)
  const party = draft.parties.find((one) => one.signerNo === picked) ?? draft.parties[0]

  const pickParty = (signerNo: number) => {
    pick(signerNo)
    // Else what is shown would still be the other party's.
    setChosen([])
    const next = draft.parties.find((one) => one.signerNo === signerNo)
    if (next && armed && !kindsOf(next).includes(armed)) arm(null)
  }
  const choose = (positionId: string | null, more = false) => {
    if (positionId === null) return setChosen([])
    setChosen((before) => {
      if (!more) return before.length === 1 && before[0] === positionId ? before : [positionId]
      return before.includes(positionId) ? before.filter((id) => id !== positionId) : [...before, positionId]
    })
    const owner = areas.find((area) => area.positionId === positionId)?.signerNo
    if (owner !== undefined) pick(owner)
  }
  /** Files that another platform certified take areas on their own fields only. */
  const putOnField = (area: Position, fields: readonly FileField[]) => {
    const middle = { page: area.page, x: area.x + area.width / 2, y: area.y + area.height / 2 }
    const field = fieldOfArea(fields, area) ?? fieldAround(fields, middle)
    if (!field || !isSignature(areaOf(area))) return warn(ownFieldsOnly)
    placeAreas((all) => assigned(all, area, field))
    setChosen([area.positionId])
    arm(null)
  }
  const put = (area: Position) => {
    const known = areas.some((one) => one.positionId === area.positionId)
    if (!known && !hasRoom(areas.length, 1)) return
    const fields = ownFieldsOf(draft.files, area.fileId)
    if (fields) return putOnField(area, fields)
    const placed = insidePage(area, sizeOfPage(draft.files, area))
    placeAreas((all) =>
      known ? all.map((one) => (one.positionId === area.positionId ? placed : one)) : [...all, placed],
    )
    setChosen([area.positionId])
    if (!known) setLatest(area.positionId)
    arm(null)
  }
  const add = (kind: AreaKind, at: SheetPoint) => {
    const fileId = draft.files[at.fileIndex]?.fileId
    if (fileId === undefined || !party) return
    const { width, height } = controlTable[kind].size
    const box = { x: at.x - width / 2, y: at.y - height / 2, width, height }
    put(newArea(kind, party.signerNo, { fileId, page: at.page, ...box }))
  }
  const addByKey = (kind: AreaKind, at: SheetPoint) => {
    const file = draft.files[at.fileIndex]
    if (!file?.fieldArray || !party) return add(kind, at)
    const field = nextFree(file, areas, at.page)
    if (field) put(newOnField(kind, party.signerNo, file.fileId, field))
    else warn('签名域都已分配，请先取消其中一处')
  }
  const giveField = (file: File, field: FileField) => {
    const kinds = party ? signingKinds(party) : []
    const kind = kinds.find((one) => one === armed) ?? kinds[0]
    if (kind && party) put(newOnField(kind, party.signerNo, file.fileId, field))
  }
  const removeArea = ({ positionId }: Position) => {
    placeAreas((all) => all.filter((area) => area.positionId !== positionId))
    setChosen((before) => before.filter((id) => id !== positionId))
  }
  const remove = () => {
    placeAreas((all) => all.filter((area) => !chosen.includes(area.positionId)))
    setChosen([])
  }
  const copyToAllPages = (area: Position) => {
    const pages = draft.files.find((file) => file.fileId === area.fileId)?.pageArray ?? []
    const copies = onEveryPage(area, pages, areas, newAreaId)
    if (copies.length > 0 && hasRoom(areas.length, copies.length)) placeAreas((all) => [...all, ...copies])
  }
  const align = (alignment: Alignment) => {
    const boxes = areas.filter((area) => chosen.includes(area.positionId) && !ownFieldsOf(draft.files, area.fileId))
    const first = boxes[0]
    if (!first) return
    const done = new Map(
      aligned(boxes, alignment, sizeOfPage(draft.files, first)).map((area) => [area.positionId, area]),
    )
    placeAreas((all) => all.map((area) => done.get(area.positionId) ?? area))
  }
  const showFault = (fault: PlaceFault) => {
    if (fault.signerNo !== null) pickParty(fault.signerNo)
    if (fault.area) setChosen([fault.area.positionId])
    setFaulty(fault)
  }
  return {
    areas,
    party,
    pickParty,
    armed,
    arm,
    chosen,
    choose,
    latest,
    add,
    addByKey,
    put,
    giveField,
    remove,
    removeArea,
    copyToAllPages,
    align,
    showFault,
    faulty,
  }
}
