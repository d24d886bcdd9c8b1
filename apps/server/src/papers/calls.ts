import type { Table } from '@moqi/api/table'
import { byVerb } from '#src/cores/contract/contract-verb.ts'
import type { Handlers } from '#src/platform/handlers.ts'
import { handInPaper } from './hand-in-paper.ts'
import { listPapers } from './list-papers.ts'
import { takeBackPaper } from './take-back-paper.ts'

/** The calls of this folder with the functions that answer them. */
export const paperCalls = {
  handInPaper: byVerb(handInPaper),
  listPapers,
  takeBackPaper: byVerb(takeBackPaper),
} satisfies Partial<Handlers<Table>>
