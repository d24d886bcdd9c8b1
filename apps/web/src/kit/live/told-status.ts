import { create } from 'zustand'
import type { ContractRow } from '../contract/contract-row.ts'
import type { ToldStatus } from './steady-rows.ts'

/** What list rows have become since the page was opened, as events told it. */
export const useTold = create<{ status: ToldStatus }>(() => ({ status: new Map() }))

/** Keeps what an event says of one row; null when it has left every list. */
export const keepTold = (signId: string, status: ContractRow['status'] | null) =>
  useTold.setState((state) => ({ status: new Map(state.status).set(signId, status) }))
