import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { fileContent } from './file-content.ts'
import { pageImage } from './page-image.ts'
import { recognizeAreas } from './recognize-areas.ts'
import { searchKeyword } from './search-keyword.ts'
import { uploadFile } from './upload-file.ts'

/** The calls of this folder with the functions that answer them. */
export const fileCalls = {
  fileContent,
  pageImage,
  recognizeAreas,
  searchKeyword,
  uploadFile,
} satisfies Partial<Handlers<Table>>
