import { checkReason } from '@moqi/domain/contract/draft-text'
import { causesOf, checkReference, type EndCause, endCauses } from '@moqi/domain/operators/auth-ending'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { upload } from '../../client/upload.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { DeedDrop } from './deed-drop.tsx'
import type { TenantNumbers } from './use-tenant.ts'

type Faults = Partial<Record<string, string>>
type EndAuthSheetProps = { tenant: TenantNumbers; onClose: () => void }

/** Says in numbers what ending an authentication takes away, before it is done by a deed. */
export function EndAuthSheet({ tenant: { tenantId, spaceName, spaceType }, onClose }: EndAuthSheetProps) {
  const [cause, setCause] = useState<EndCause | ''>('')
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operator', 'weighed-auth-end', tenantId],
    queryFn: ({ signal }) => call('weighAuthEnd', { tenantId }, { signal, quiet: true }),
    gcTime: 0,
  })
  const waits = data?.needsSecond === 1
  /** What is put right is faulty no more. */
  const filled = (field: string) => setFaults((before) => ({ ...before, [field]: undefined }))
  const end = () => {
    const found = faultsOf({ cause, reference, reason, file })
    setFaults(found)
    if (Object.keys(found).length > 0 || cause === '' || file === null) return
    const ask = () => upload('endAuthentication', file, { tenantId, endCause: cause, reference, reason })
    void decide('end', ask, waits ? '已提交，等待另一位运营人员确认' : `${spaceName}的实名认证已终止`)
  }
  return (
    <Sheet
      title={`终止认证：${spaceName}`}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="danger" busy={busy === 'end'} disabled={!data} onClick={end}>
            {waits ? '提交给第二人' : '终止认证'}
          </Button>
        </>
      }
    >
      <div className="look-form">
        {data && <Effects kind={spaceType} numbers={data} />}
        {!data && (error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton />)}
        <SelectField<EndCause | ''>
          label="终止原因"
          options={[
            { value: '', label: '请选择' },
            ...causesOf[spaceType].map((value) => ({ value, label: endCauses[value] })),
          ]}
          value={cause}
          error={faults.endCause}
          onChange={(chosen) => {
            setCause(chosen)
            filled('endCause')
          }}
        />
        <Field
          label="文书编号（客户会看到）"
          maxLength={60}
          autoComplete="off"
          hint="如：（2026）浙01执123号、注销通知书文号"
          value={reference}
          error={faults.reference}
          onChange={(event) => {
            setReference(event.target.value)
            filled('reference')
          }}
        />
        <DeedDrop
          file={file}
          fault={faults.file}
          onFile={(chosen) => {
            setFile(chosen)
            filled('file')
          }}
        />
        <TextArea
          label="说明（客户会看到）"
          rows={3}
          maxLength={200}
          hint="写明依据与核实的经过，如：登记机关已核准注销，已电话核实"
          value={reason}
          error={faults.reason}
          onChange={(event) => {
            setReason(event.target.value)
            filled('reason')
          }}
        />
        <p className="freeze-second">
          {waits && '第二人不能是您。等待期间不生效，7天没有人确认则作废。'}
          终止后不能恢复，只能由{spaceType === 'company' ? '原企业' : '本人'}通过人工审核重新认证；证书和印章重新制作。
        </p>
      </div>
    </Sheet>
  )
}

type Filled = { cause: EndCause | ''; reference: string; reason: string; file: File | null }

function faultsOf({ cause, reference, reason, file }: Filled): Faults {
  const [number, why] = [checkReference(reference), checkReason(reason)]
  return {
    ...(cause === '' && { endCause: '请选择终止原因' }),
    ...(!number.ok && { reference: number.message }),
    ...(file === null && { file: '请上传文书' }),
    ...(!why.ok && { reason: why.message }),
  }
}

type Counted = 'certificateNumber' | 'sealNumber' | 'signingNumber' | 'waitingNumber' | 'memberNumber' | 'companyNumber'
type EffectsProps = { kind: 'company' | 'person'; numbers: Record<Counted, number> }

const Effects = ({ kind, numbers }: EffectsProps) => (
  <ul className="freeze-effects">
    <li>
      注销{numbers.certificateNumber}张数字证书、{numbers.sealNumber}枚印章，不能恢复；此前的签名仍然有效
    </li>
    <li>
      等待签署的{numbers.waitingNumber}份合同不能再签，本空间发起的{numbers.signingNumber}份签署中合同会告知各方
    </li>
    {kind === 'company' ? (
      <li>{numbers.memberNumber}名成员不能再以该企业名义发起和签署，都会收到通知；查看、下载照常</li>
    ) : (
      <li>本人不能再发起和签署，会收到通知；所在的{numbers.companyNumber}家企业的管理员会收到通知</li>
    )}
  </ul>
)
