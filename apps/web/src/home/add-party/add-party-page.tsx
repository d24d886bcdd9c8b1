import type { SignDetail } from '@moqi/api/task'
import { useEffect } from 'react'
import { useSearchParams } from '../../router/hooks.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { NoDetail } from '../../kit/contract/no-detail.tsx'
import { useSignDetail } from '../../kit/contract/use-sign-detail.ts'
import { resetLaunch, useLaunch } from '../../kit/draft/launch-store.ts'
import { AddPartyFrame } from './add-party-frame.tsx'
import { PlacesStep } from './places-step.tsx'
import { WhoStep } from './who-step.tsx'

/** /add-party?signId: who joins a contract that nobody has signed yet, and where that party signs. */
export function AddPartyPage() {
  const [query] = useSearchParams()
  const { data, error, isFetching, refetch } = useSignDetail(query.get('signId') ?? '')
  // What is placed here is no draft of the launching wizard.
  useEffect(() => resetLaunch, [])
  if (data) return <Adding detail={data} step={query.get('step')} />
  return (
    <AddPartyFrame step={0} detail={null} actions={null}>
      <h1 className="sr">添加签署方</h1>
      {error ? (
        <NoDetail error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={6} height={44} />
      )}
    </AddPartyFrame>
  )
}

function Adding({ detail, step }: { detail: SignDetail; step: string | null }) {
  const draft = useLaunch((state) => state.draft)
  const bar = barOf(detail)
  if (bar)
    return (
      <AddPartyFrame step={0} detail={detail} actions={null}>
        <h1 className="sr">添加签署方</h1>
        <EmptyState title={bar.title} hint={bar.hint}>
          <ButtonLink to={viewPath(detail)} variant="primary">
            返回合同
          </ButtonLink>
        </EmptyState>
      </AddPartyFrame>
    )
  // A page that was left has no draft any more, and begins with whom it is about.
  if (step === 'places' && draft?.signId === detail.signId) return <PlacesStep detail={detail} draft={draft} />
  return <WhoStep detail={detail} />
}

/** Why nobody can be added, and what can be done instead; null where somebody can. */
function barOf({ detailOperationArray, signerArray }: SignDetail): { title: string; hint: string } | null {
  if (!detailOperationArray.includes('addParty')) {
    return { title: '该合同不能添加签署方', hint: '仅发起人可以在签署过程中添加签署方。' }
  }
  if (signerArray.some(({ signerStatus }) => signerStatus === 'signed')) {
    const hint = '文件签署后不能再改动。未签署的签署方可以更换；需要增加签署方时，请另签补充协议。'
    return { title: '已有签署方签署，不能再添加签署方', hint }
  }
  if (signerArray.some(({ signerStatus }) => signerStatus === 'approving')) {
    return { title: '有签署方正在用印审批，暂不能添加签署方', hint: '请待审批结束后再试。' }
  }
  return null
}
