import type { File } from '@moqi/api/shapes'

/** The fields of a file (checklist C0.15) a view needs; `pageArray` is in mm. */
export type ViewedFile = Pick<File, 'fileId' | 'fileName' | 'fileUrl' | 'pageCount' | 'pageArray' | 'sourceKind'>
