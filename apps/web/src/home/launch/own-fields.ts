import type { File, FileField, Position } from '@moqi/api/shapes'
import { fieldOfArea } from '@moqi/domain/contract/file-fields'
import { isSignature } from '@moqi/domain/contract/lone-area'
import { kindsOf, newArea, type AreaKind } from './area-kinds.ts'
import type { DraftParty } from './draft.ts'

/** Why a place elsewhere in such a file is not taken. */
export const ownFieldsOnly = '该文件已被其他机构认证，只能签在文件预留的签名域中'

/** The fields of a file that takes no other places; undefined when any place will do. */
export const ownFieldsOf = (files: readonly File[], fileId: string | undefined): readonly FileField[] | undefined =>
  files.find((file) => file.fileId === fileId)?.fieldArray

/** The files whose pages take areas anywhere. */
export const freeFiles = (files: readonly File[]): File[] => files.filter(({ fieldArray }) => !fieldArray)

/** What a party can be asked for in such a file. */
export const signingKinds = (party: Pick<DraftParty, 'kind' | 'signerNo' | 'signKind'>): AreaKind[] =>
  kindsOf(party).filter((positionType) => isSignature({ control: positionType }))

/** The field around a point in mm, the smallest of several. */
export function fieldAround(
  fields: readonly FileField[],
  at: { page: number; x: number; y: number },
): FileField | undefined {
  const around = fields.filter(
    ({ page, x, y, width, height }) =>
      page === at.page && at.x >= x && at.x <= x + width && at.y >= y && at.y <= y + height,
  )
  around.sort((a, b) => a.width * a.height - b.width * b.height)
  return around[0]
}

/** The area that stands on a field. */
export const areaOnField = (areas: readonly Position[], fileId: string, field: FileField): Position | undefined =>
  areas.find((area) => area.fileId === fileId && fieldOfArea([field], area) !== undefined)

/** A new area of a kind on a field. */
export function newOnField(kind: AreaKind, signerNo: number, fileId: string, field: FileField): Position {
  const { page, x, y, width, height } = field
  return newArea(kind, signerNo, { fileId, page, x, y, width, height })
}

/** The areas with this one on its field: whoever had the field, or another of this party in the file, gives way. */
export function assigned(areas: readonly Position[], area: Position, field: FileField): Position[] {
  const { page, x, y, width, height } = field
  const kept = areas.filter(
    (one) =>
      one.fileId !== area.fileId ||
      (one.positionId !== area.positionId && one.signerNo !== area.signerNo && !fieldOfArea([field], one)),
  )
  return [...kept, { ...area, page, x, y, width, height }]
}

/** The first field nobody has, from this page on; undefined when all are given. */
export function nextFree(file: File, areas: readonly Position[], page: number): FileField | undefined {
  const free = (file.fieldArray ?? []).filter((field) => !areaOnField(areas, file.fileId, field))
  return free.find((field) => field.page >= page) ?? free[0]
}
