import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { upload } from '../../client/upload.ts'

export type BatchCheck = Output<Table['checkBatch']>
/** Where choosing a spreadsheet stands; `part` is 0–1 of it sent. */
export type CheckState =
  | { is: 'choosing'; fault: string | null }
  | { is: 'checking'; file: File; part: number }
  | { is: 'checked'; file: File; check: BatchCheck; busy: boolean; fault: string | null }

const whyNot = (error: unknown) => (error instanceof CallRefusal ? error.message : '上传中断，请检查网络后重试')

function faultBeforeSending(file: File): string | null {
  if (!/\.xlsx$/i.test(file.name)) return '仅支持 .xlsx 格式的表格，请下载表格填写'
  return file.size > batchLimits.bytes ? '文件大小不能超过5MB' : null
}

/** Choosing a spreadsheet, having every row judged, and starting the batch of the good ones. */
export function useBatchCheck(templateId: string) {
  const [state, setState] = useState<CheckState>({ is: 'choosing', fault: null })
  const stop = useRef<AbortController | null>(null)
  /** One file keeps its key, so that trying again after a lost answer sends nothing twice. */
  const key = useRef(randomKey())
  useEffect(() => () => stop.current?.abort(), [])

  const choose = async (file: File) => {
    const fault = faultBeforeSending(file)
    if (fault) return setState({ is: 'choosing', fault })
    stop.current?.abort()
    const giveUp = new AbortController()
    stop.current = giveUp
    key.current = randomKey()
    setState({ is: 'checking', file, part: 0 })
    try {
      const onProgress = (part: number) => setState({ is: 'checking', file, part })
      const check = await upload('checkBatch', file, { templateId }, { signal: giveUp.signal, onProgress })
      setState({ is: 'checked', file, check, busy: false, fault: null })
    } catch (error) {
      if (!giveUp.signal.aborted) setState({ is: 'choosing', fault: whyNot(error) })
    }
  }
  /** Answers the batch's id, null when it was refused. */
  const start = async (): Promise<string | null> => {
    if (state.is !== 'checked' || state.busy) return null
    setState({ ...state, busy: true, fault: null })
    try {
      const fields = { templateId, version: String(state.check.version) }
      const { batchId } = await upload('startBatch', state.file, fields, { key: key.current })
      return batchId
    } catch (error) {
      setState({ ...state, busy: false, fault: whyNot(error) })
      return null
    }
  }
  const restart = () => {
    stop.current?.abort()
    setState({ is: 'choosing', fault: null })
  }
  return { state, choose, start, restart }
}
