import type { AwaitedInvoice } from '@moqi/api/operator-invoice'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { upload } from '../../client/upload.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { PdfDrop } from './pdf-drop.tsx'

type SheetProps = { invoice: AwaitedInvoice; onClose: () => void }

const words = {
  blue: {
    title: '开具发票',
    issue: '交付发票',
    issued: '发票已交付，申请人已收到通知和邮件',
    number: '发票号码',
    file: '数电票 PDF',
    refuse: '开票失败',
    reason: '失败原因',
    told: '原样告知申请人，其可以改正后重新申请',
    refused: '已登记开票失败，原因已告知申请人',
  },
  red: {
    title: '开具红字发票',
    issue: '交付红字发票',
    issued: '红字发票已交付，申请人已收到通知',
    number: '红字发票号码',
    file: '红字发票 PDF',
    refuse: '不予红冲',
    reason: '不予红冲的原因',
    told: '原样告知申请人；原发票仍然有效',
    refused: '已登记不予红冲，原因已告知申请人',
  },
} as const

/** What has to be made out beside what the tax office gave: it is handed out, or refused with a reason. */
export function InvoiceSheet({ invoice, onClose }: SheetProps) {
  const { invoiceId, letter } = invoice
  const word = words[letter]
  const [number, setNumber] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [reason, setReason] = useState('')
  const [refusing, setRefusing] = useState(false)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const issue = () => {
    if (number.trim() === '') return setFaults({ number: `请填写${word.number}` })
    if (!file) return setFaults({ file: `请上传${word.file}` })
    setFaults({})
    return void decide('issue', () => upload('deliverInvoice', file, { invoiceId, letter, number }), word.issued)
  }
  const refuse = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFaults({ reason: checked.message })
    return void decide('refuse', () => call('refuseInvoice', { invoiceId, letter, reason }), word.refused)
  }
  return (
    <Sheet
      title={word.title}
      width={880}
      onClose={onClose}
      footer={
        refusing ? (
          <>
            <Button onClick={() => setRefusing(false)}>返回</Button>
            <Button variant="danger" busy={busy === 'refuse'} onClick={refuse}>
              登记{word.refuse}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setRefusing(true)}>{word.refuse}…</Button>
            <Button variant="primary" busy={busy === 'issue'} onClick={issue}>
              {word.issue}
            </Button>
          </>
        )
      }
    >
      <div className="invoice-issue">
        <InvoiceFacts invoice={invoice} />
        {refusing ? (
          <TextArea
            label={word.reason}
            rows={3}
            maxLength={200}
            hint={word.told}
            value={reason}
            error={faults.reason}
            onChange={(event) => setReason(event.target.value)}
          />
        ) : (
          <div className="invoice-given">
            <Field
              label={word.number}
              maxLength={20}
              inputMode="numeric"
              autoComplete="off"
              spellCheck={false}
              hint="数电票20位数字，与 PDF 上的一致"
              value={number}
              error={faults.number}
              onChange={(event) => setNumber(event.target.value)}
            />
            <PdfDrop label={word.file} file={file} fault={faults.file} onFile={setFile} />
          </div>
        )}
      </div>
    </Sheet>
  )
}
