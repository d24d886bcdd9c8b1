import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { keysOf } from '@moqi/domain/keys-of'
import {
  checkLastFour,
  lastFourOf,
  type RevocationCode,
  revocationReasons,
  serialText,
} from '@moqi/domain/operators/certificate'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type Revoked = {
  certificateId: string
  serialNumber: string
  holder: string
  certificateKind: 'person' | 'company' | 'key'
}
type RevokeSheetProps = { certificate: Revoked; onClose: () => void }
type Faults = { reason?: string; lastFour?: string }
type Weighed = Output<Table['weighRevocation']>

const reasonOptions = keysOf(revocationReasons).map((value) => ({ value, label: revocationReasons[value] }))

/** Says in numbers what revoking a certificate touches, and asks for the last four digits before it is done. */
export function RevokeSheet({ certificate, onClose }: RevokeSheetProps) {
  const { certificateId, serialNumber, holder } = certificate
  const [code, setCode] = useState<RevocationCode>('keyCompromise')
  const [reason, setReason] = useState('')
  const [lastFour, setLastFour] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operator', 'weighed-revocation', certificateId],
    queryFn: ({ signal }) => call('weighRevocation', { certificateId }, { signal, quiet: true }),
    gcTime: 0,
  })
  const waits = data?.needsSecond === 1
  const revoke = () => {
    const found = faultsOf(serialNumber, { reason, lastFour })
    setFaults(found)
    if (found.reason !== undefined || found.lastFour !== undefined) return
    const ask = () => call('revokeRegistered', { certificateId, revocationReason: code, reason, lastFour })
    void decide('revoke', ask, waits ? '已提交，等待另一位运营人员确认' : '证书已吊销')
  }
  return (
    <Sheet
      title={`吊销${holder}的证书`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="danger" busy={busy === 'revoke'} disabled={!data} onClick={revoke}>
            {waits ? '提交给第二人' : '吊销'}
          </Button>
        </>
      }
    >
      <div className="cert-form">
        <Facts
          className="cert-facts"
          facts={[
            [
              '序列号',
              <code key="serial" className="cert-serial">
                {serialText(serialNumber)}
              </code>,
            ],
          ]}
        />
        {data && <Effects weighed={data} isKey={certificate.certificateKind === 'key'} />}
        {!data && (error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton />)}
        <SelectField label="原因" options={reasonOptions} value={code} onChange={setCode} />
        <TextArea
          label="说明（客户会看到）"
          rows={3}
          maxLength={200}
          hint="请写明依据，如：本人报失，工单GD20260312-0041"
          value={reason}
          error={faults.reason}
          onChange={(event) => {
            setReason(event.target.value)
            setFaults({})
          }}
        />
        <p className="cert-final">
          <CircleAlert size={20} />
          <span>
            <b>吊销不能撤回</b>
            <br />
            从现在起生效：一分钟内写入吊销列表与OCSP，该空间的管理员会收到通知。
          </span>
        </p>
        <Field
          label={`输入序列号后四位 ${lastFourOf(serialNumber)} 以确认`}
          autoComplete="off"
          maxLength={9}
          value={lastFour}
          error={faults.lastFour}
          onChange={(event) => {
            setLastFour(event.target.value)
            setFaults({})
          }}
        />
        {waits && <p className="cert-second">第二人不能是您。等待期间不生效，7天没有人确认则作废。</p>}
      </div>
    </Sheet>
  )
}

function faultsOf(serialNumber: string, typed: { reason: string; lastFour: string }): Faults {
  const why = checkReason(typed.reason)
  const four = checkLastFour(serialNumber, typed.lastFour)
  return { ...(!why.ok && { reason: why.message }), ...(!four.ok && { lastFour: four.message }) }
}

const Effects = ({ weighed, isKey }: { weighed: Weighed; isKey: boolean }) => (
  <ul className="cert-effects">
    <li>
      已签的{weighed.contractNumber}份合同（其中{weighed.runningNumber}
      份仍在签署中）不变：吊销之前的签名照常通过验证，流程继续
    </li>
    {isKey ? (
      <li>绑定的USBKey不能再登录和签署，须到发证机构重新办理</li>
    ) : (
      <li>等待该空间签署的{weighed.waitingNumber}份合同，一分钟后改用新签发的证书</li>
    )}
    <li>为这张证书制作的{weighed.sealNumber}枚电子印章不再用于签署，下次签署时按新证书重新制作</li>
    {weighed.isListed === 0 && <li>证书由外部CA签发：本平台停用，他人仍视其为有效，请同时通知该CA吊销</li>}
  </ul>
)
