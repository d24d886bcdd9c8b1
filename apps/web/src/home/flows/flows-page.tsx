import type { CompanyFlow } from '@moqi/api/flow'
import { nodeModeLabels } from '@moqi/domain/approvals/flow'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { hasRight } from '../../kit/space/space-facts.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { ask } from '../../ui/ask-store.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FlowNodes } from '../../ui/flow-nodes.tsx'
import { type RowAction, RowActions } from '../../ui/row-actions.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { conditionText, draftOf } from './flow-draft.ts'
import { editorPath } from './flow-paths.ts'
import './flows-page.css'

/** The flows by which the use of the company's seals is approved, for whoever manages them. */
export function FlowsPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (!hasRight(space, 'manageFlows')) return <Navigate replace to="/401" />
  return <Flows space={space} />
}

function Flows({ space }: { space: Space }) {
  const flows = useQuery({
    queryKey: [...approvalKeys.flows, 'company', space.tenantId],
    queryFn: ({ signal }) => call('listCompanyFlow', {}, { signal }),
  })
  return (
    <>
      <MeActs>
        <ButtonLink to={editorPath()} variant="primary">
          <Plus size={18} />
          新建流程
        </ButtonLink>
      </MeActs>
      <p className="muted flows-lead">
        成员没有某枚企业印章的使用授权时，可按适用的流程申请用印；审批通过后由系统盖章。
      </p>
      <CardState query={flows} rows={3}>
        {({ flowArray }) =>
          flowArray.length === 0 ? (
            <div className="card">
              <EmptyState title="还没有用印审批流程" hint="没有流程时，未获授权的成员不能用印。">
                <ButtonLink to={editorPath()}>新建流程</ButtonLink>
              </EmptyState>
            </div>
          ) : (
            <ul className="flows" aria-labelledby="me-title">
              {flowArray.map((flow) => (
                <li key={flow.flowId}>
                  <FlowCard flow={flow} />
                </li>
              ))}
            </ul>
          )
        }
      </CardState>
    </>
  )
}

function FlowCard({ flow }: { flow: CompanyFlow }) {
  const { flowId, flowName, flowStatus, sealArray, templateArray, nodeArray, pendingNumber } = flow
  const actions = useFlowActions(flow)
  const names = {
    seals: new Map(sealArray.map(({ sealId, sealName }) => [sealId, sealName])),
    templates: new Map(templateArray.map(({ templateId, templateName }) => [templateId, templateName])),
  }
  return (
    <article className="card flows-card">
      <div className="spread">
        <h2 className="h2 flows-name">
          <Link to={editorPath(flowId)} className="title-link clip">
            {flowName}
          </Link>
        </h2>
        <Tag tone={flowStatus === 'enabled' ? 'green' : 'grey'}>{flowStatus === 'enabled' ? '已启用' : '已停用'}</Tag>
      </div>
      <p className="small muted flows-when">适用：{conditionText(draftOf(flow), names)}</p>
      <FlowNodes
        steps={nodeArray.map(({ nodeMode, approverArray }, index) => ({
          id: String(index),
          title: `第${index + 1}个节点`,
          mode: nodeModeLabels[nodeMode],
          state: 'next',
          people: approverArray.map(({ memberId, nickName, absence }) => ({
            id: memberId,
            name: nickName,
            state: absence === null ? 'next' : 'off',
            note: absence === null ? undefined : absenceWords[absence],
          })),
        }))}
      />
      <div className="spread flows-foot">
        <span className="small muted">
          {pendingNumber > 0 && `${pendingNumber} 份申请审批中　`}
          {flow.changeBy} 修改于 {formatDate(flow.changeTime, '{y}-{m}-{d} {h}:{i}')}
        </span>
        <RowActions subject={flowName} actions={actions} as="words" />
      </div>
    </article>
  )
}

/** Why somebody a flow names could not decide. */
const absenceWords = { left: '已离开', noRight: '无审批权限', applicant: '申请人本人' } as const

function useFlowActions({ flowId, version, flowName, flowStatus, deletable }: CompanyFlow): RowAction[] {
  const enabled = flowStatus === 'enabled'
  const settled = { onError: showRefusal, onSettled: reread }
  const switching = useMutation({
    mutationFn: () => call('switchFlow', { flowId, version, flowStatus: enabled ? 'disabled' : 'enabled' }),
    onSuccess: () => success(enabled ? '已停用' : '已启用'),
    ...settled,
  })
  const deleting = useMutation({
    mutationFn: () => call('deleteFlow', { flowId, version }),
    onSuccess: () => success('删除成功'),
    ...settled,
  })
  const disable = async () => {
    const detail = '审批中的申请继续按原流程进行，新的申请不能再选用。'
    const question = { title: '停用流程', text: `确定要停用“${flowName}”吗？`, detail, confirm: '停用', cancel: '取消' }
    if (!enabled || (await ask({ ...question, tone: 'seal' }))) switching.mutate()
  }
  const remove = async () => {
    const question = { title: '删除流程', text: `确定要删除“${flowName}”吗？`, confirm: '删除', cancel: '取消' }
    if (await ask({ ...question, tone: 'seal' })) deleting.mutate()
  }
  return [
    { key: 'switch', label: enabled ? '停用' : '启用', busy: switching.isPending, onPress: () => void disable() },
    ...(deletable === 1
      ? [{ key: 'delete', label: '删除', danger: true, busy: deleting.isPending, onPress: () => void remove() }]
      : []),
  ]
}

const reread = () => queryClient.invalidateQueries({ queryKey: approvalKeys.flows })
