import { isSignature } from './lone-area.ts'

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
  readonly lockArray: readonly string[]
}

type Place = Pick<FileField, 'page' | 'x' | 'y' | 'width' | 'height'>
type Area = Place & { readonly fileId: string; readonly positionType: string; readonly signerNo: number }
type Facts = {
  readonly fileArray: readonly { readonly fileId: string; readonly fieldArray?: readonly FileField[] | undefined }[]
  readonly signerArray: readonly { readonly signerNo: number; readonly signOrder: number }[]
  readonly positionArray: readonly Area[]
}

const sides = ['x', 'y', 'width', 'height'] as const
// Places travel as decimals of mm; no two fields of a file lie this close.
const slack = 0.05

/** The field that an area lies exactly on; undefined when it lies elsewhere. */
export const fieldOfArea = <F extends FileField>(fields: readonly F[], area: Place): F | undefined =>
  fields.find((field) => field.page === area.page && sides.every((side) => Math.abs(field[side] - area[side]) < slack))

/** What is wrong with the areas of files that offer fields: each lies on one, alone, for a signature, in an order that holds. */
export function fileFieldFaults(facts: Facts): { readonly field: string; readonly message: string }[] {
  return facts.fileArray.flatMap(({ fileId, fieldArray }) => {
    if (!fieldArray) return []
    const areas = facts.positionArray.filter((area) => area.fileId === fileId)
    if (areas.length === 0) return [{ field: 'positionArray', message: '已被其他机构认证的文件还没有分配签名域' }]
    return facts.positionArray.flatMap((area, index) => {
      const message = area.fileId === fileId ? faultOf(area, areas, fieldArray, facts.signerArray) : null
      return message === null ? [] : [{ field: `positionArray.${index}`, message }]
    })
  })
}

function faultOf(
  area: Area,
  areas: readonly Area[],
  fields: readonly FileField[],
  signers: Facts['signerArray'],
): string | null {
  if (!isSignature(area)) return '该文件已被其他机构认证，只能放置印章或签名'
  const field = fieldOfArea(fields, area)
  if (!field) return '该文件已被其他机构认证，只能签在文件预留的签名域中'
  const others = areas.filter((other) => other !== area)
  if (others.some((other) => fieldOfArea(fields, other) === field)) return '每处签名域只能分配给一个签署方'
  if (others.some(({ signerNo }) => signerNo === area.signerNo)) return '每个签署方在该文件中只能使用一处签名域'
  const turn = (signerNo: number) => signers.find((signer) => signer.signerNo === signerNo)?.signOrder ?? 0
  const late = others.some((other) => {
    const name = fieldOfArea(fields, other)?.name
    return name !== undefined && field.lockArray.includes(name) && turn(other.signerNo) >= turn(area.signerNo)
  })
  return late ? `签名域“${field.name}”签署后会锁定其他签名域，请改为顺序签署，并分配给最后的签署方` : null
}
