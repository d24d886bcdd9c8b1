import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { getPrintedCopy, printedPage } from './get-printed-copy.ts'
import { numberPrintedCopy } from './number-printed-copy.ts'

/** The calls of this folder with the functions that answer them. */
export const printedCopyCalls = {
  getPrintedCopy,
  numberPrintedCopy,
  printedPage,
} satisfies Partial<Handlers<Table>>
