import type { File, Position } from '@moqi/api/shapes'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'

/** What is wrong with the places, in words that say where; and where to go to put it right. */
export type PlaceFault = {
  message: string
  /** Whose place it is, or who has none yet; null when it is nobody's. */
  signerNo: number | null
  /** The place itself; null for one that is missing: it is set where the parties sign. */
  area: Position | null
}

/** 第3页, and of which file where there are several. */
function whereIs({ fileId, page }: Position, files: readonly File[]): string {
  const file = files.find((one) => one.fileId === fileId)
  return files.length > 1 && file ? `《${file.fileName}》第${page}页` : `第${page}页`
}

/** A fault of this place. */
export const faultAt = (area: Position, files: readonly File[], message: string): PlaceFault => ({
  message: `${whereIs(area, files)}：${message}`,
  signerNo: area.signerNo,
  area,
})

/** The domain's fault, which names its place by its number among all. */
export function placeFault(
  { field, message }: FieldFault,
  { files, areas }: { files: readonly File[]; areas: readonly Position[] },
): PlaceFault {
  const area = areas[Number(/^areas\.(\d+)/.exec(field)?.[1] ?? -1)]
  return area ? faultAt(area, files, message) : { message, signerNo: null, area: null }
}
