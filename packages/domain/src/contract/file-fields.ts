import { isSignature } from './lone-area.ts'
import type { Control } from './controls.ts'

/**
 * A signature field that came with a file which takes no other places, because another platform certified it: its name
 * within the file, and mm from the page's top left as displayed.
 */
export type FileField = {
  readonly name: string
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Names of the fields that a signature in this one fixes: it comes after theirs. */
  readonly locks: readonly string[]
}

type Place = Pick<FileField, 'page' | 'x' | 'y' | 'width' | 'height'>
type Area = Place & { readonly fileId: string; readonly control: Control; readonly partyNo: number }
type Facts = {
  readonly files: readonly { readonly fileId: string; readonly fields?: readonly FileField[] | undefined }[]
  readonly parties: readonly { readonly partyNo: number; readonly signOrder: number }[]
  readonly areas: readonly Area[]
}

const sides = ['x', 'y', 'width', 'height'] as const
// Places travel as decimals of mm; no two fields of a file lie this close.
const slack = 0.05

/** The field that an area lies exactly on; undefined when it lies elsewhere. */
export const fieldOfArea = <F extends Place>(fields: readonly F[], area: Place): F | undefined =>
  fields.find((field) => field.page === area.page && sides.every((side) => Math.abs(field[side] - area[side]) < slack))

/**
 * What is wrong with the areas of files that offer fields: each lies on one, alone, for a signature, in an order that
 * holds.
 */
export function fileFieldFaults(facts: Facts): { readonly field: string; readonly message: string }[] {
  return facts.files.flatMap(({ fileId, fields }) => {
    if (!fields) return []
    const areas = facts.areas.filter((area) => area.fileId === fileId)
    if (areas.length === 0) return [{ field: 'areas', message: '已被其他机构认证的文件还没有分配签名域' }]
    return facts.areas.flatMap((area, index) => {
      const message = area.fileId === fileId ? faultOf(area, areas, fields, facts.parties) : null
      return message === null ? [] : [{ field: `areas.${index}`, message }]
    })
  })
}

function faultOf(
  area: Area,
  areas: readonly Area[],
  fields: readonly FileField[],
  parties: Facts['parties'],
): string | null {
  if (!isSignature(area)) return '该文件已被其他机构认证，只能放置印章或签名'
  const field = fieldOfArea(fields, area)
  if (!field) return '该文件已被其他机构认证，只能签在文件预留的签名域中'
  const others = areas.filter((other) => other !== area)
  if (others.some((other) => fieldOfArea(fields, other) === field)) return '每处签名域只能分配给一个签署方'
  if (others.some(({ partyNo }) => partyNo === area.partyNo)) return '每个签署方在该文件中只能使用一处签名域'
  const turn = (partyNo: number) => parties.find((party) => party.partyNo === partyNo)?.signOrder ?? 0
  const late = others.some((other) => {
    const name = fieldOfArea(fields, other)?.name
    return name !== undefined && field.locks.includes(name) && turn(other.partyNo) >= turn(area.partyNo)
  })
  return late ? `签名域“${field.name}”签署后会锁定其他签名域，请改为顺序签署，并分配给最后的签署方` : null
}
