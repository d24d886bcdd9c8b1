import type { CompanyFlow } from '@moqi/api/flow'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import type { Space } from '../../client/space-store.ts'
import { approvalKeys } from '../../kit/approval/approval-keys.ts'
import { useNavigate } from '../../router/hooks.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { ConditionPanel } from './condition-panel.tsx'
import { FlowCanvas } from './flow-canvas.tsx'
import { conditionText, draftFaults, draftOf, type FlowDraft, sentFlow } from './flow-draft.ts'
import './flow-editor.css'
import { editorPath, flowsPath } from './flow-paths.ts'
import { NamePanel } from './name-panel.tsx'
import { NodePanel } from './node-panel.tsx'
import { RunPanel } from './run-panel.tsx'
import type { TriedFlow } from './tried-flow.ts'
import { type FlowNames, useFlowNames } from './use-flow-names.ts'

type FlowEditorProps = { flow: CompanyFlow | null; space: Space }

/** The flow drawn at left, what is chosen of it at right; a dry run paints the path that would be taken. */
export function FlowEditor({ flow, space }: FlowEditorProps) {
  const [kept] = useState(() => draftOf(flow))
  const [draft, setDraft] = useState(kept)
  const [chosen, choose] = useState(flow ? (kept.nodes[0]?.key ?? 'name') : 'name')
  const [run, setRun] = useState<TriedFlow | 'asking' | null>(null)
  const [tried, setTried] = useState(false)
  const names = useFlowNames(space)
  const change = (part: Partial<FlowDraft>) => setDraft((before) => ({ ...before, ...part }))
  const faults = tried ? draftFaults(draft) : noFaults
  const saving = useSaving(draft)
  const save = () => {
    setTried(true)
    const first = draftFaults(draft).keys().next().value
    if (first === undefined) saving.mutate()
    else choose(first)
  }
  const words = conditionText(draft, {
    seals: new Map(names.seals.map(({ sealId, sealName }) => [sealId, sealName])),
    templates: new Map(names.templates.map(({ templateId, templateName }) => [templateId, templateName])),
  })
  return (
    <TaskFrame
      flush
      back={{ to: flowsPath, label: '返回用印审批流程' }}
      title={titleOf(draft)}
      note={noteOf(flow, words)}
      actions={
        <>
          {flow && <Button onClick={() => setRun(run ? null : 'asking')}>{run ? '结束试运行' : '试运行'}</Button>}
          <Button variant="primary" busy={saving.isPending} disabled={run !== null} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <div className="flow-editor">
        <FlowCanvas
          draft={draft}
          words={words}
          chosen={run ? null : chosen}
          faults={faults}
          run={typeof run === 'object' ? run : null}
          onChoose={(key) => {
            setRun(null)
            choose(key)
          }}
          onNodes={(nodes) => change({ nodes })}
        />
        <aside className="flow-panel" aria-label={run ? '试运行' : '设置'}>
          {run && flow ? (
            <RunPanel flow={flow} changed={draft !== kept} names={names} onRun={setRun} run={run} />
          ) : (
            <Panel draft={draft} chosen={chosen} names={names} faults={faults} onChange={change} />
          )}
        </aside>
      </div>
    </TaskFrame>
  )
}

const titleOf = ({ name }: FlowDraft) => name.trim() || '新建用印审批流程'
const noteOf = (flow: CompanyFlow | null, words: string) =>
  flow ? `${flow.flowStatus === 'enabled' ? '已启用' : '已停用'}　适用：${words}` : '保存后启用'

type PanelProps = {
  draft: FlowDraft
  chosen: string
  names: FlowNames
  faults: ReadonlyMap<string, string>
  onChange: (part: Partial<FlowDraft>) => void
}

/** What is chosen in the drawing: a node, the condition, or the flow's name. */
function Panel({ draft, chosen, names, faults, onChange }: PanelProps) {
  const node = draft.nodes.find(({ key }) => key === chosen)
  if (node)
    return (
      <NodePanel
        key={node.key}
        draft={draft}
        node={node}
        approvers={names.approvers}
        fault={faults.get(node.key)}
        onNodes={(nodes) => onChange({ nodes })}
      />
    )
  if (chosen === 'condition')
    return <ConditionPanel draft={draft} names={names} fault={faults.get('condition')} onChange={onChange} />
  return <NamePanel draft={draft} fault={faults.get('name') ?? faults.get('nodes')} onChange={onChange} />
}

const noFaults: ReadonlyMap<string, string> = new Map()

/** Saves a draft; what somebody else has changed meanwhile is told, and taken only when asked for. */
function useSaving(draft: FlowDraft) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => call('saveFlow', sentFlow(draft)),
    onSuccess: async ({ flowId }) => {
      success('流程已保存')
      await queryClient.invalidateQueries({ queryKey: approvalKeys.flows })
      if (draft.flowId === null) await navigate(editorPath(flowId), { replace: true })
    },
    onError: async (error) => {
      if (!(error instanceof CallRefusal)) return
      if (error.reason !== 'flow/stale') return warn(error.message)
      const takes = await ask({
        title: '流程已被修改',
        text: '您打开之后，其他管理员修改了这个流程。',
        detail: '载入最新的流程后，您未保存的修改会丢失。',
        confirm: '载入最新的流程',
        cancel: '继续编辑',
      })
      if (takes) await queryClient.invalidateQueries({ queryKey: approvalKeys.flows })
    },
  })
}
