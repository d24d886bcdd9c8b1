import type { Table } from '@moqi/api/table'
import { byVerb } from '#src/cores/contract/contract-verb.ts'
import type { Handlers } from '#src/platform/handlers.ts'
import { getContractFlags } from './contract-flags.ts'
import { getLendingPolicy, saveLendingPolicy } from './keep-policy.ts'
import { knowContractFlags } from './know-flags.ts'

/** The calls of this folder with the functions that answer them. */
export const lendingCalls = {
  getContractFlags,
  getLendingPolicy,
  saveLendingPolicy,
  knowContractFlags: byVerb(knowContractFlags),
} satisfies Partial<Handlers<Table>>
