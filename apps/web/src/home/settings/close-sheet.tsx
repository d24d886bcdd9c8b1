import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { endSession } from '../../client/session.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { SettingSheet } from './setting-sheet.tsx'

type Obstacle = Output<Table['getCloseInfo']>['obstacleArray'][number]
type FieldName = 'smsCode' | 'agree'

const gone = [
  '登录方式、手机号、邮箱与密码立即失效，手机号可以重新注册',
  '个人印章与手写签名停用，数字证书吊销、密钥销毁',
  '剩余发起份数清零，不予恢复',
]
const kept = [
  '已签署的合同及其签署证据、数字证书，依法至少保存至证书失效后五年，其他签署方仍可查看',
  '登录日志按网络安全法保留不少于六个月，之后删除',
]

/** Closing the account (checklist R42): what must be settled first, what goes, what the law keeps, then a code. */
export function CloseSheet({ onClose }: { onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['close-info'],
    queryFn: ({ signal }) => call('getCloseInfo', {}, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
  if (!data || data.obstacleArray.length > 0)
    return (
      <Sheet title="注销账号" width={480} onClose={onClose} footer={data && <Button onClick={onClose}>知道了</Button>}>
        {data ? <Obstacles obstacles={data.obstacleArray} /> : <Skeleton rows={3} height={40} />}
      </Sheet>
    )
  return <CloseForm onClose={onClose} />
}

function Obstacles({ obstacles }: { obstacles: Obstacle[] }) {
  return (
    <>
      <p>注销前请先处理以下事项：</p>
      <ul className="set-list">
        {obstacles.map(({ kind, number, name, tenantId }) => (
          <li key={`${kind} ${tenantId}`}>
            {kind === 'company'
              ? `您还在企业“${name}”中，请先退出该企业；管理员请先转让管理员`
              : `${name ?? '个人空间'}还有${number}份合同正在签署，请等待完成，或先撤回、拒签`}
          </li>
        ))}
      </ul>
    </>
  )
}

function CloseForm({ onClose }: { onClose: () => void }) {
  const [smsCode, setSmsCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const { faultOf, ...sheet } = useSheetForm<FieldName, null>({
    check: () => ({
      ...(smsCode.length !== 6 && { smsCode: '请输入6位短信验证码' }),
      ...(!agreed && { agree: '请先确认' }),
    }),
    send: () => call('closeAccount', { smsCode, agree: 1 }),
    onDone: () => {
      endSession()
      location.replace(hrefOf('/login'))
    },
    otherwise: 'smsCode',
  })
  return (
    <SettingSheet title="注销账号" confirm="注销账号" variant="danger" width={480} sheet={sheet} onClose={onClose}>
      <p>账号注销后不能恢复：</p>
      <ul className="set-list">
        {gone.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>依照法律仍需保留：</p>
      <ul className="set-list">
        {kept.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <OwnCodeField scene="close" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
      <Check checked={agreed} error={faultOf('agree')} onChange={(event) => setAgreed(event.target.checked)}>
        我已下载需要的合同，确认注销账号
      </Check>
    </SettingSheet>
  )
}
