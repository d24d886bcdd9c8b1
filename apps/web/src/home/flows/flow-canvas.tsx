import { nodeModeLabels } from '@moqi/domain/approvals/flow'
import { Plus, Split, Stamp, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DraftNode, FlowDraft } from './flow-draft.ts'
import { randomKey } from '../../client/request.ts'
import type { TriedFlow } from './tried-flow.ts'

type FlowCanvasProps = {
  draft: FlowDraft
  /** When the flow serves, in words. */
  words: string
  chosen: string | null
  faults: ReadonlyMap<string, string>
  /** What a dry run found; null while none is shown. */
  run: TriedFlow | null
  onChoose: (key: string) => void
  onNodes: (nodes: readonly DraftNode[]) => void
}

/** The flow drawn from the application to the stamp; a dry run is painted along it. */
export function FlowCanvas({ draft, words, chosen, faults, run, onChoose, onNodes }: FlowCanvasProps) {
  const { nodes } = draft
  const add = (at: number) => {
    const node: DraftNode = { key: randomKey(), mode: 'order', people: [] }
    onNodes(nodes.toSpliced(at, 0, node))
    onChoose(node.key)
  }
  const box = (key: string) => ({ pressed: key === chosen, fault: faults.get(key), onPress: () => onChoose(key) })
  return (
    // Scrolls by itself, so it takes the focus (WCAG 2.1.1).
    <section className={run ? 'flow-canvas running' : 'flow-canvas'} aria-label="流程图" tabIndex={0}>
      <Box
        {...box('name')}
        kind="end"
        icon={<UserRound size={16} />}
        title="提交申请"
        text={draft.name.trim() || '未命名的流程'}
      />
      <span className="flow-line" />
      <Box {...box('condition')} kind="when" icon={<Split size={16} />} title="适用条件" text={words} />
      {nodes.map((node, index) => (
        <div key={node.key} className="flow-step">
          <Line at={index} onAdd={run ? null : add} />
          <Box
            {...box(node.key)}
            title={`第${index + 1}个节点`}
            mode={nodeModeLabels[node.mode]}
            text={peopleAt(node, run?.nodeArray[index] ?? null)}
          />
        </div>
      ))}
      <Line at={nodes.length} onAdd={run ? null : add} />
      <div className="flow-box end">
        <span className="flow-box-top">
          <Stamp size={16} />
          <b>自动用印</b>
        </span>
        <span className="small muted">系统盖章，失败可重试</span>
      </div>
    </section>
  )
}

/** Who is named at a node; in a dry run, who would be asked. */
function peopleAt({ people }: DraftNode, run: TriedFlow['nodeArray'][number] | null): string {
  if (run) {
    const asked = run.courseArray.filter(({ skipped }) => skipped === 0).map(({ nickName }) => nickName)
    return asked.length > 0 ? asked.join('、') : '申请人本人，跳过'
  }
  return people.length > 0 ? people.map(({ nickName }) => nickName).join('、') : '未选择审批人'
}

type BoxProps = {
  title: string
  text: string
  mode?: string
  icon?: ReactNode
  kind?: 'end' | 'when'
  pressed: boolean
  fault: string | undefined
  onPress: () => void
}

function Box({ title, text, mode, icon, kind, pressed, fault, onPress }: BoxProps) {
  const looks = ['flow-box', kind, fault && 'faulty'].filter(Boolean).join(' ')
  return (
    <button type="button" className={looks} aria-pressed={pressed} onClick={onPress}>
      <span className="flow-box-top">
        {icon}
        <b>{title}</b>
        {mode && <span className="node-mode">{mode}</span>}
      </span>
      <span className="small flow-box-text">{fault ?? text}</span>
    </button>
  )
}

function Line({ at, onAdd }: { at: number; onAdd: ((at: number) => void) | null }) {
  return (
    <span className="flow-line">
      {onAdd && (
        <button type="button" aria-label={`在第${at + 1}处添加节点`} onClick={() => onAdd(at)}>
          <Plus size={14} />
        </button>
      )}
    </span>
  )
}
