import { useState } from 'react'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { success } from '../../ui/toast-store.ts'
import { queryClient } from '../../client/query-client.ts'

const decided: readonly (string | null)[] = [
  'order/changed',
  'identity/changed',
  'space/auth-changed',
  'appeal/changed',
  'appeal/not-found',
  'seal/changed',
  'invoice/changed',
  'invoice/not-found',
  'job/changed',
  'proposal/changed',
  'proposal/pending',
  'space/freeze-changed',
  'quota/pack-changed',
  'certificate/revoked',
  'offer/changed',
  'offer/not-found',
  'freezing/none',
  'freezing/changed',
  'freezing/not-found',
  'report/changed',
  'report/not-found',
  'certificate/not-found',
]

/**
 * One press decides, once: what it did is said and the sheet goes. What somebody else has decided meanwhile is said
 * too; a field that is wrong keeps the sheet.
 */
export function useDecision(onFault: (field: string, message: string) => void, onClose: () => void) {
  const [busy, setBusy] = useState<string | null>(null)
  const decide = async (what: string, work: () => Promise<unknown>, done: string) => {
    if (busy !== null) return
    setBusy(what)
    try {
      await work()
      success(done)
      onClose()
    } catch (fault) {
      const field = fault instanceof CallRefusal ? fault.data.field : null
      if (fault instanceof CallRefusal && typeof field === 'string') return onFault(field, fault.message)
      showRefusal(fault)
      if (fault instanceof CallRefusal && decided.includes(fault.reason)) onClose()
    } finally {
      setBusy(null)
      // What waits, and what the operator has done.
      void queryClient.invalidateQueries({ queryKey: ['operator'] })
    }
  }
  return { busy, decide }
}
