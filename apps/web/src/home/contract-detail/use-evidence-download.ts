import type { SignDetail } from '@moqi/api/task'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { safeFileName, saveBlob } from '../../client/download.ts'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'

const kinds = {
  report: { call: 'downloadEvidenceReport', ending: '签署报告.pdf' },
  bundle: { call: 'downloadEvidenceBundle', ending: '证据包.zip' },
} as const

/** A download under way or failed; `failure` says in words what to do. */
export type EvidenceDownload = { busy: boolean; failure: string; start: () => void }

/** Makes and saves the report or the bundle of a contract. */
export function useEvidenceDownload(
  kind: keyof typeof kinds,
  { signId, taskName }: Pick<SignDetail, 'signId' | 'taskName'>,
): EvidenceDownload {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const download = async () => {
    setBusy(true)
    setFailure('')
    try {
      const blob = await callBlob(kinds[kind].call, { signId }, { quiet: true })
      saveBlob(blob, `${safeFileName(taskName)}-${kinds[kind].ending}`)
      // The log has a line more.
      await refreshContracts()
    } catch (error) {
      setFailure(error instanceof CallRefusal ? error.message : '生成失败，请检查网络后重试')
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, start: () => void download() }
}
