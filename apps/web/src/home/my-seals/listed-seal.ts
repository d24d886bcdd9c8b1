import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'

/** A seal as the list of the own seals tells of it. */
export type ListedSeal = Output<Table['listSeals']>['sealInfoArray'][number]
