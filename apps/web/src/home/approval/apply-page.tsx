import type { Position, SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import type { CallRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { useVisit } from '../../client/visit.ts'
import { refreshApprovals } from '../../kit/approval/approval-keys.ts'
import { flowPath } from '../../kit/approval/approval-paths.ts'
import { sealNames } from '../../kit/approval/course-words.ts'
import { contractKeys } from '../../kit/contract/contract-keys.ts'
import { signPath } from '../../kit/contract/contract-paths.ts'
import { draftToGoOn, dropDraft } from '../../kit/signing/signing-draft.ts'
import { sealsToApprove, signedPlaces, type SigningState } from '../../kit/signing/signing-state.ts'
import { useWill } from '../../kit/signing/use-will.ts'
import { WillSheet } from '../../kit/signing/will-sheet.tsx'
import { useNavigate } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { warn } from '../../ui/toast-store.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { FlowFields } from './flow-fields.tsx'
import { reasonFault, useFlows } from './use-flows.ts'
import './flow-page.css'

type ApplyPageProps = { detail: SignDetail; space: Space }

/** Asks for the use of the seals chosen on the signing page; without any, that is where to begin. */
export function ApplyPage({ detail, space }: ApplyPageProps) {
  const { signId } = detail
  const seals = useQuery({
    queryKey: ['seals', 'usable', space.tenantId],
    queryFn: ({ signal }) =>
      call('userSeals', { companyId: space.companyId ?? '' }, { signal }).then(({ sealInfoArray }) => sealInfoArray),
  })
  const before = useQuery({
    queryKey: ['signing-draft', signId],
    queryFn: ({ signal }) =>
      call('signProcessPosition', { signId }, { signal, quiet: true }).then(
        (kept) => kept.positionArray,
        () => [],
      ),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!seals.data || !before.data) return <Waiting title="正在打开申请" />
  return <Chosen detail={detail} space={space} seals={seals.data} kept={before.data} />
}

type ChosenProps = ApplyPageProps & { seals: readonly SealInfo[]; kept: Parameters<typeof draftToGoOn>[1] }

/** What was chosen as the page was opened: once it is sent the draft is gone, while this page still stands. */
function Chosen({ detail, space, seals, kept }: ChosenProps) {
  const [state] = useState(() => draftToGoOn(detail.signId, kept, detail.positionArray))
  const asked = sealsToApprove(state, seals)
  if (asked.length === 0) return <Navigate to={signPath(detail, space)} replace />
  return <Apply detail={detail} space={space} asked={asked} state={state} />
}

type ApplyProps = ApplyPageProps & { asked: readonly SealInfo[]; state: SigningState }

function Apply({ detail, space, asked, state }: ApplyProps) {
  const { signId, positionArray } = detail
  const navigate = useNavigate()
  const [reason, setReason, forget] = useFormDraft('reason')
  const [fault, setFault] = useState<string>()
  const [proving, setProving] = useState(false)
  const proof = useWill({ signIds: [signId] })
  const sealIds = asked.map(({ sealId }) => sealId)
  const flows = useFlows(signId, sealIds, detail.contractAmount)
  const { flow, amount } = flows
  const demand = useDemand(signId, amount)
  const submit = () => {
    const found = reasonFault(reason)
    setFault(found)
    if (!found && flow && !flows.fault) setProving(true)
  }
  const done = async () => {
    forget()
    dropDraft(signId)
    await refreshApprovals()
    const { visit } = useVisit.getState()
    if (visit) return visit.onApplied?.()
    await navigate(flowPath(signId), { replace: true })
  }
  const refused = (refusal: CallRefusal) => {
    setProving(false)
    warn(refusal.message)
    void refreshApprovals()
  }
  const places: readonly Position[] = positionArray.map((position) => {
    const fill = state.fills[position.positionId]
    return fill && 'sealId' in fill ? { ...position, sealId: fill.sealId } : position
  })
  return (
    <TaskFrame
      back={{ to: signPath(detail, space), label: '返回签署页' }}
      title="提交用印审批"
      note={space.spaceName}
      actions={
        <Button variant="primary" disabled={!flow} onClick={submit}>
          提交用印审批
        </Button>
      }
    >
      <div className="flow">
        <section className="flow-ask" aria-label="申请">
          <FlowFields flows={flows} reason={reason} reasonFault={fault} onReason={setReason} />
          <p className="small muted flow-tip">
            审批人会看到合同全文、印章位置和这段话。提交时须完成意愿认证，通过后由系统盖章。
          </p>
        </section>
        <ApplicationFacts
          detail={detail}
          spaceName={space.spaceName}
          seals={asked}
          positions={places}
          look={signPath(detail, space)}
        />
      </div>
      {proving && flow && demand && (
        <WillSheet
          demand={demand}
          statement={[
            ['申请', `使用${sealNames({ sealArray: asked })}签署《${detail.taskName}》`],
            ['代表', space.spaceName],
            ['审批', `${flow.flowName}，${flow.nodeNumber}个节点`],
          ]}
          proof={proof}
          verb="提交"
          variant="primary"
          act={(authToken, keyOf) => {
            const positions = signedPlaces(positionArray, state)
            const { flowId } = flow
            const input = { signId, authToken, flowId, reason: reason.trim(), amount, positionArray: positions }
            return call('signWithProcess', input, { key: keyOf(input), quiet: true })
          }}
          onDone={() => void done()}
          onRefused={refused}
          onClose={() => setProving(false)}
        />
      )}
    </TaskFrame>
  )
}

/** How the applicant must prove the will, by the company's rule for that amount too. */
function useDemand(signId: string, amount: number | null) {
  const { data } = useQuery({
    queryKey: [...contractKeys.all, 'check', signId, amount],
    queryFn: ({ signal }) => call('signBeforeCheck', { signId, amount }, { signal }),
  })
  return data?.willDemand
}
