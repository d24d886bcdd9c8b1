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
