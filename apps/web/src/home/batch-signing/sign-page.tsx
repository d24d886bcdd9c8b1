import { mostSigned } from '@moqi/domain/contract/batch-sign'
import { useSpace } from '../../client/space-store.ts'
import { listPath, useContractListState } from '../../kit/contract/contract-list-state.ts'
import { signPath } from '../../kit/contract/contract-paths.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { BatchSigning } from './batch-signing.tsx'

/** /sign?signIds=a,b: several contracts signed with one proof of will (checklist R30); a single one is signed alone. */
export function SignPage() {
  const [params] = useSearchParams()
  const space = useSpace((state) => state.current)
  const back = listPath(useContractListState())
  const signIds = [...new Set((params.get('signIds') ?? '').split(',').filter((signId) => signId !== ''))]
  const [only] = signIds
  if (only !== undefined && signIds.length === 1)
    return <Navigate to={signPath({ signId: only, taskName: '' }, space)} replace />
  if (signIds.length > 0 && signIds.length <= mostSigned && space)
    return <BatchSigning key={`${space.tenantId} ${signIds.join()}`} signIds={signIds} space={space} back={back} />
  const none = signIds.length === 0
  return (
    <TaskFrame back={{ to: back, label: '返回合同列表' }} title="批量签署">
      <EmptyState
        title={none ? '请先选择要签署的合同' : `一次最多签署${mostSigned}份合同`}
        hint={none ? '在合同列表勾选后点击批量签署。' : `已选择${signIds.length}份，请分几次签署。`}
      >
        <ButtonLink to="/space/contract-list?status=iSign" variant="primary">
          查看待我签署
        </ButtonLink>
      </EmptyState>
    </TaskFrame>
  )
}
