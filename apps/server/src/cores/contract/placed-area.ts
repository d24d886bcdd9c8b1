import type { Area } from '@moqi/domain/contract/area'
import { type Control, controlTable } from '@moqi/domain/contract/controls'
import type { PlacedBox } from '@moqi/evidence/agreement/agreement-content'

/** A place to sign at a box of a document that the platform has typeset, in mm; it must be signed. */
export const placedArea = (
  named: Pick<Area, 'areaId' | 'fileId' | 'partyNo'>,
  box: PlacedBox,
  control: Control,
): Area => ({
  areaId: named.areaId,
  fileId: named.fileId,
  partyNo: named.partyNo,
  page: box.page,
  x: box.x,
  y: box.y,
  width: box.width,
  height: box.height,
  control,
  required: true,
  format: controlTable[control].format,
  value: null,
})
