import { checkFraudContent, type FraudReason, fraudReasons } from '@moqi/domain/contract/fraud-report'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { config, supportHours } from '../../client/config.ts'
import { isText, type Shape } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import './report-sheet.css'

/** What is reported. */
export type Report = { reason: FraudReason; content: string }

type ReportSheetProps = {
  first?: FraudReason
  send: (report: Report) => Promise<{ reportNo: string }>
  onClose: () => void
}

const isReason: Shape<FraudReason> = (text): text is FraudReason =>
  typeof text === 'string' && Object.hasOwn(fraudReasons, text)

/** 举报: why, in one's own words if one likes, and the number that is given for it. */
export function ReportSheet({ first = 'tricked', send, onClose }: ReportSheetProps) {
  const [reason, setReason] = useKept<FraudReason>('report reason', isReason, () => first)
  const [content, setContent] = useKept('report', isText, () => '')
  const [fault, setFault] = useState<string>()
  const sending = useMutation({
    mutationFn: () => send({ reason, content: content.trim() }),
    onError: (error) => setFault(error instanceof CallRefusal ? error.message : '举报没有发出，请稍后重试'),
  })
  if (sending.data) return <Reported reportNo={sending.data.reportNo} onClose={onClose} />
  const submit = () => {
    const checked = checkFraudContent(reason, content)
    setFault(checked.ok ? undefined : checked.message)
    if (checked.ok) sending.mutate()
  }
  return (
    <Sheet
      title="举报这份合同"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={sending.isPending} onClick={submit}>
            提交举报
          </Button>
        </>
      }
    >
      <fieldset className="report-reasons">
        <legend>举报原因</legend>
        {Object.entries(fraudReasons).map(([key, label]) => (
          <label key={key} className="check">
            <input
              type="radio"
              name="reason"
              value={key}
              checked={reason === key}
              data-first={reason === key || undefined}
              onChange={({ target }) => isReason(target.value) && setReason(target.value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={reason === 'other' ? '举报说明(5-500字)' : '举报说明，选填'}
        maxLength={500}
        value={content}
        error={fault}
        onChange={(event) => setContent(event.target.value)}
      />
      <p className="small muted report-note">发起方看不到您的举报。举报不影响您拒签。</p>
    </Sheet>
  )
}

function Reported({ reportNo, onClose }: { reportNo: string; onClose: () => void }) {
  return (
    <Sheet
      title="举报已提交"
      onClose={onClose}
      footer={
        <Button variant="primary" data-first block onClick={onClose}>
          知道了
        </Button>
      }
    >
      <p className="ask" role="status">
        举报编号 <b>{reportNo}</b>
      </p>
      <p className="ask-detail">
        请保存编号。平台核实期间，请不要签署这份合同，也不要向对方转账。
        {config.supportPhone && `如需补充，请致电客服 ${config.supportPhone}（${supportHours}）。`}
      </p>
    </Sheet>
  )
}
