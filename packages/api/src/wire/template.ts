import type { BatchColumn } from '@moqi/domain/templates/batch-sheet'
import { flagOf } from './flag.ts'

/** A column of a batch's spreadsheet as it travels. */
export const wireColumn = ({ required, ...column }: BatchColumn) => ({ ...column, required: flagOf(required) })
