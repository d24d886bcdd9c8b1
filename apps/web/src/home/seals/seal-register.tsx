import type { CompanySeal } from '@moqi/api/company-seal'
import { useMutation } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { endOf, startOf } from '../../kit/list/list-filter.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { PrintedRegister, readRegister, type RegisterRows } from './printed-register.tsx'
import { type UsesAsked, SealUses } from './seal-uses.tsx'

type SealRegisterProps = {
  seal: CompanySeal
  companyName: string
  /** Only the viewer's own uses are shown to who does not audit seals. */
  own: boolean
}
type Days = readonly [from: string, to: string]

/** Every use of a seal (用印登记): to look through, to print and to export. */
export function SealRegister({ seal, companyName, own }: SealRegisterProps) {
  const [keyword, search] = useState('')
  const [days, setDays] = useState<Days>(['', ''])
  const [printing, setPrinting] = useState<RegisterRows | null>(null)
  const asked = usesAsked(seal.sealId, keyword, days)
  const exporting = useMutation({
    mutationFn: () => callBlob('exportSignatureRecords', asked),
    onSuccess: (blob) => saveBlob(blob, `用印登记-${seal.sealName}.csv`),
    onError: showRefusal,
  })
  const print = useMutation({ mutationFn: () => readRegister(asked), onSuccess: setPrinting, onError: showRefusal })
  return (
    <>
      <div className="seal-register-bar">
        <SearchField label="合同主题/编号" maxLength={100} value={keyword} onSearch={search} />
        <DateRangeInput label="用印时间" value={days} onChange={setDays} />
        <span className="row">
          <Button busy={exporting.isPending} onClick={() => exporting.mutate()}>
            <Download size={16} />
            导出
          </Button>
          <Button busy={print.isPending} onClick={() => print.mutate()}>
            <Printer size={16} />
            打印登记簿
          </Button>
        </span>
      </div>
      {own && <p className="muted small">这里只有您本人的用印，全部登记请联系有审计权限的成员。</p>}
      <SealUses asked={asked} />
      {printing && (
        <PrintedRegister
          seal={seal}
          companyName={companyName}
          period={periodOf(days)}
          rows={printing}
          onDone={() => setPrinting(null)}
        />
      )}
    </>
  )
}

const usesAsked = (sealId: string, keyword: string, [from, to]: Days): UsesAsked => ({
  sealId,
  ...(keyword && { keyword }),
  ...(from && { signTimeStart: startOf(from) }),
  ...(to && { signTimeEnd: endOf(to) }),
})

const periodOf = ([from, to]: Days) => (from || to ? `${from || '最早'} 至 ${to || '今天'}` : '全部时间')
