import type { AskedPaper } from '@moqi/api/paper'
import type { SignDetail } from '@moqi/api/task'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { paperLimits } from '@moqi/domain/contract/paper-demand'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { upload } from '../../client/upload.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { useAskedPapers } from '../contract/use-asked-papers.ts'

/** A file on its way to a demand; `part` is 0–1, `fault` says why it did not arrive. */
export type PaperOnTheWay = { key: number; demandNo: number; name: string; part: number; fault: string | null }

const mebibyte = 1024 * 1024
let lastKey = 0

/** What this party is asked to hand in, what it has, what is under way, and how to hand in and take back. */
export function usePapers(detail: SignDetail) {
  const { signId, ownSignerNo } = detail
  const { data, error, refetch, isFetching } = useAskedPapers(detail)
  const [onTheWay, setOnTheWay] = useState<readonly PaperOnTheWay[]>([])
  const [opened, open] = useState(false)
  const phone = usePhone()
  const asked = data?.paperArray.filter(({ signerNo }) => signerNo === ownSignerNo) ?? []
  const change = (key: number, patch: Partial<PaperOnTheWay>) =>
    setOnTheWay((all) => all.map((one) => (one.key === key ? { ...one, ...patch } : one)))
  const drop = (key: number) => setOnTheWay((all) => all.filter((one) => one.key !== key))

  const send = async ({ key, demandNo }: PaperOnTheWay, file: File) => {
    try {
      const onProgress = (part: number) => change(key, { part })
      const { fileId } = await upload('uploadFile', file, { usage: 'paper' }, { onProgress })
      await call('handInPaper', { signId, demandNo, fileId }, { quiet: true })
      await refetch()
      drop(key)
    } catch (fault) {
      const words = fault instanceof CallRefusal ? fault.message : '上传中断，请检查网络后重新上传'
      change(key, { fault: words })
    }
  }
  const add = (paper: AskedPaper, files: readonly File[]) => {
    const { demandNo } = paper
    const coming = onTheWay.filter((one) => one.demandNo === demandNo && one.fault === null).length
    const room = paperLimits.files - paper.fileArray.length - coming
    const rows = files.map((file, index) => {
      const fault = faultOf(file, index < room)
      return { file, row: { key: ++lastKey, demandNo, name: file.name, part: 0, fault } }
    })
    setOnTheWay((all) => [
      ...all.filter((one) => one.demandNo !== demandNo || one.fault === null),
      ...rows.map(({ row }) => row),
    ])
    for (const { row, file } of rows) if (row.fault === null) void send(row, file)
  }
  const takingBack = useMutation({
    mutationFn: (fileId: string) => call('takeBackPaper', { signId, fileId }),
    onSuccess: () => refetch(),
    onError: showRefusal,
  })
  const waits = detail.papersAsked === 1 && data === undefined
  const failed = waits && error !== null
  return {
    asked,
    /** Whether there is anything to be shown of it. */
    isShown: asked.length > 0 || failed,
    onTheWay,
    /** The names of what must be handed in and is not there. */
    lacking: asked
      .filter(({ required, fileArray }) => required === 1 && fileArray.length === 0)
      .map(({ name }) => name),
    /** It is not known yet what is asked. */
    waits,
    failed,
    retry: () => void refetch(),
    isFetching,
    /** On a phone: whether the list is open, and how to open it. */
    opened: opened && phone,
    open,
    /** Brings what is missing into view and to the keyboard. */
    lead: () => (phone ? open(true) : focusMissing()),
    add,
    drop,
    takeBack: takingBack.mutate,
    takingBack: takingBack.isPending ? takingBack.variables : null,
  }
}

/** What `usePapers` gives. */
export type Papers = ReturnType<typeof usePapers>

function focusMissing(): void {
  const first = document.querySelector<HTMLElement>('.sign-side .paper:not(:has(.paper-files)) input')
  first?.closest('.paper')?.scrollIntoView({ block: 'nearest' })
  first?.focus()
}

function faultOf({ size }: File, fits: boolean): string | null {
  if (!fits) return `每项附件最多提交${paperLimits.files}个文件`
  if (size > draftLimits.fileBytes) return `文件大小不能超过${draftLimits.fileBytes / mebibyte}MB`
  return size === 0 ? '文件已损坏或无法解析' : null
}
