import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { exportFilings, filingTemplate } from './export-filings.ts'
import { fileContracts } from './file-contracts.ts'
import { getFiling } from './get-filing.ts'
import { importedFile } from './import-filing.ts'
import { importFilingValues } from './import-values.ts'
import { listFilings } from './list-filings.ts'
import { listFolders } from './list-folders.ts'
import { deleteFilingField, orderFilingFields, saveFilingField } from './save-field.ts'
import { saveFiling } from './save-filing.ts'
import { deleteFolder, saveFolder } from './save-folder.ts'

/** The calls of this folder with the functions that answer them. */
export const filingCalls = {
  deleteFilingField,
  deleteFolder,
  exportFilings,
  fileContracts,
  filingTemplate,
  getFiling,
  importFilingValues,
  importedFile,
  listFilings,
  listFolders,
  orderFilingFields,
  saveFiling,
  saveFilingField,
  saveFolder,
} satisfies Partial<Handlers<Table>>
