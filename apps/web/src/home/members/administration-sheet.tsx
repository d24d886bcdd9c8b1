import type { AdministrationTransfer } from '@moqi/api/membership'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { FormSheet } from '../../kit/form/form-sheet.tsx'

type AdministrationSheetProps = {
  pending: AdministrationTransfer | null
  onDone: (told: string) => void
  onClose: () => void
}

/** Asks a member to take the administration over, or takes the request back while it waits. */
export function AdministrationSheet({ pending, onDone, onClose }: AdministrationSheetProps) {
  const [memberId, setMember] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const { data } = useQuery({
    queryKey: ['members', 'colleagues', null],
    queryFn: ({ signal }) => call('colleagueList', {}, { signal }),
  })
  if (pending)
    return (
      <FormSheet
        title="转让管理员"
        confirm="取消转让"
        tone="seal"
        send={() => call('cancelTransfer', { transferId: pending.transferId })}
        onDone={() => onDone('已取消转让')}
        onClose={onClose}
      >
        <p className="ask">正在等待{pending.memberName}确认</p>
        <p className="muted">
          {formatDate(pending.createTime, '{y}-{m}-{d} {h}:{i}')}{' '}
          发起。对方登录后，在空间菜单的“待答复”中同意即生效；在此之前您仍是管理员。
        </p>
      </FormSheet>
    )
  return (
    <FormSheet
      title="转让管理员"
      confirm="发起转让"
      ready={memberId !== '' && smsCode.length === 6}
      send={() => call('requestTransfer', { memberId, smsCode })}
      onDone={() => onDone('已发起转让，等待对方确认')}
      onClose={onClose}
    >
      <p className="muted">需验证您本人的手机。对方会收到通知，登录并同意后立即生效。</p>
      <ul className="warn-list">
        <li>
          <TriangleAlert size={16} />
          <span>已签发的全部印章授权将失效，需由新管理员重新授权。</span>
        </li>
        <li>
          <TriangleAlert size={16} />
          <span>您将成为经办人，不能再制作印章、管理成员和购买套餐。</span>
        </li>
      </ul>
      <SelectField
        label="新管理员"
        hint="只能转让给已完成实名认证的成员"
        options={[
          { value: '', label: '请选择' },
          ...(data?.colleagueArray ?? []).map((one) => ({
            value: one.memberId,
            label: one.departmentName ? `${one.memberName}　${one.departmentName}` : one.memberName,
          })),
        ]}
        value={memberId}
        data-first
        onChange={setMember}
      />
      <OwnCodeField scene="transfer" value={smsCode} error={undefined} onChange={setSmsCode} />
    </FormSheet>
  )
}
