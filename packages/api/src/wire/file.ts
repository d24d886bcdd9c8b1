import type { DraftFile } from '@moqi/domain/contract/draft-rules'
import type { FileField as Field } from '@moqi/domain/contract/file-fields'
import type { File, FileField } from '../shapes.ts'

/** A place that came with a file. */
export const fieldOf = ({ lockArray, ...place }: FileField): Field => ({ ...place, locks: lockArray })

/** A place that came with a file as it travels. */
export const wireField = ({ locks, ...place }: Field): FileField => ({ ...place, lockArray: [...locks] })

/** What the rules need of a draft's file. */
export const draftFileOf = ({
  fileId,
  fileSize,
  pageArray,
  fieldArray,
}: Pick<File, 'fileId' | 'fileSize' | 'pageArray' | 'fieldArray'>): DraftFile => ({
  fileId,
  fileSize,
  pages: pageArray,
  fields: fieldArray?.map(fieldOf),
})

type ShownFile = Pick<File, 'fileId' | 'fileName' | 'pageCount' | 'fileSize' | 'sha256'> & {
  /** What it was before it became a PDF; null where it was one. */
  sourceKind: NonNullable<File['sourceKind']> | null
  pages: File['pageArray']
  fields: readonly Field[] | null
}

type Way = { signId: string } | { approveId: string } | { templateId: string }
const wayIn = (via: Way) =>
  Object.entries(via)
    .map(([name, id]) => `${name}=${encodeURIComponent(id)}`)
    .join('&')

/** A file as it travels; `via` is the way in that its address carries. */
export const wireFile = (file: ShownFile, via: Way): File => ({
  fileId: file.fileId,
  fileName: file.fileName,
  pageCount: file.pageCount,
  fileSize: file.fileSize,
  sha256: file.sha256,
  fileUrl: `/api/common/v1/file/content?fileId=${file.fileId}&${wayIn(via)}`,
  pageArray: file.pages,
  ...(file.fields && { fieldArray: file.fields.map(wireField) }),
  ...(file.sourceKind && { sourceKind: file.sourceKind }),
})
