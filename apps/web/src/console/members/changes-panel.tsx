import type { MemberChange } from '@moqi/api/member-change'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { Panel } from '../../kit/console/panel.tsx'
import { ask } from '../../ui/ask-store.ts'
import { CardState } from '../../ui/card-state.tsx'
import { success, warn } from '../../ui/toast-store.ts'

const minute = (at: number) => formatDate(at, '{m}-{d} {h}:{i}')

/** The last changes of several members, each of which can be undone for a day. */
export function ChangesPanel({ onUndone }: { onUndone: () => void }) {
  const changes = useQuery({
    queryKey: ['members', 'changes'],
    queryFn: ({ signal }) => call('listMemberChange', {}, { signal }),
  })
  const undoing = useMutation({
    mutationFn: ({ changeId }: MemberChange) => call('undoMemberChange', { changeId }),
    onSuccess: ({ restoredNumber, leftArray }) => {
      onUndone()
      if (leftArray.length === 0) return success(`已撤销，恢复${restoredNumber}人`)
      const [first] = leftArray
      return warn(
        `已恢复${restoredNumber}人，${leftArray.length}人保持不变：${first?.memberName ?? ''}${first?.message ?? ''}`,
      )
    },
    onError: showRefusal,
  })
  const undo = async (change: MemberChange) => {
    const text = `撤销“${change.label}”吗？`
    const detail = `${change.memberNumber}人恢复原状；之后又被修改过的成员保持不变。`
    if (await ask({ title: '提示', text, detail, confirm: '撤销调整', cancel: '取消' })) undoing.mutate(change)
  }
  return (
    <Panel title="最近的批量调整" flush>
      <CardState query={changes} rows={3}>
        {({ changeArray }) =>
          changeArray.length === 0 ? (
            <p className="muted cm-none">还没有批量调整过</p>
          ) : (
            <ul className="cm-changes">
              {changeArray.map((change) => (
                <li key={change.changeId}>
                  <p>
                    <b>{change.label}</b>
                    <span className="small muted">
                      {change.memberNumber}人　{change.who}　{minute(change.time)}
                    </span>
                  </p>
                  <Undo change={change} busy={undoing.isPending} onUndo={() => void undo(change)} />
                </li>
              ))}
            </ul>
          )
        }
      </CardState>
    </Panel>
  )
}

type UndoProps = { change: MemberChange; busy: boolean; onUndo: () => void }

function Undo({ change: { undoUntil, undoneBy, label }, busy, onUndo }: UndoProps) {
  if (undoneBy !== null) return <span className="small muted">{undoneBy}已撤销</span>
  if (undoUntil === null) return <span className="small muted">已过撤销时间</span>
  return (
    <button
      type="button"
      className="link"
      disabled={busy}
      aria-label={`撤销调整：${label}`}
      title={`${minute(undoUntil)}前可撤销`}
      onClick={onUndo}
    >
      撤销调整
    </button>
  )
}
