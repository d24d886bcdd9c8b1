import type { Area } from '@moqi/domain/contract/area'
import type { Position } from '../shapes.ts'

type Sent = Omit<Position, 'required'> & { required: boolean | 0 | 1 }

/** An area of the wire's position (checklist C0.12). */
export const areaOf = ({ positionId, positionType, signerNo, required, sealId: _seal, ...place }: Sent): Area => ({
  ...place,
  areaId: positionId,
  control: positionType,
  partyNo: signerNo,
  required: required === true || required === 1,
})

/** The wire's position of an area; which seal it takes is chosen by who signs. */
export const positionOf = ({ areaId, control, partyNo, required, pages, bounds, ...place }: Area): Position => ({
  ...place,
  positionId: areaId,
  positionType: control,
  signerNo: partyNo,
  required: required ? 1 : 0,
  sealId: null,
  bounds: bounds && { min: bounds.min, max: bounds.max },
  pages: typeof pages === 'object' ? [...pages] : pages,
})
