import { keysOf } from '@moqi/domain/keys-of'
import { grantManners } from '@moqi/domain/seals/auto-signing'
import { autoGrantsPath, grantsPath, requestsPath } from '../../kit/grants/grant-paths.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useWaitingNumber } from './use-grant-requests.ts'

const paths = { hand: grantsPath, auto: autoGrantsPath, asked: requestsPath } as const
/** What the page of grants shows: grants by hand, automatic ones, or what was asked for. */
export type Shown = keyof typeof paths

const explained: Readonly<Record<Shown, string>> = {
  hand: '成员在授权范围内使用企业印章',
  auto: '按企业签署的授权书，轮到本企业时由系统自动加盖印章',
  asked: '成员签署合同时缺少印章，向您申请授权',
}

/** Chooses among them, and says how many requests wait. */
export function MannerChoice({ tenantId, shown }: { tenantId: string; shown: Shown }) {
  const navigate = useNavigate()
  const waiting = useWaitingNumber(tenantId)
  const asked = { value: 'asked' as const, label: waiting > 0 ? `授权申请（${waiting}）` : '授权申请' }
  return (
    <div className="grants-manner">
      <Segmented<Shown>
        label="授权方式"
        options={[...keysOf(grantManners).map((value) => ({ value, label: grantManners[value] })), asked]}
        value={shown}
        onChange={(next) => void navigate(paths[next], { replace: true })}
      />
      <p className="small muted">{explained[shown]}</p>
    </div>
  )
}
