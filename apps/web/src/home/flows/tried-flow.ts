import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'

/** A flow that a dry run has come by: who would be asked at its nodes, or why nobody could be. */
export type TriedFlow = Output<Table['tryFlow']>['flowArray'][number]
